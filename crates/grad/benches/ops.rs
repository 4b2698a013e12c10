//! A whole training step of Count-GNN. `cargo bench -p isocount-grad --bench ops`.

#[path = "count_gnn/model.rs"]
mod model;

use divan::Bencher;
use isocount_core::Control;
use isocount_grad::{Grads, Matrix, Params, Workers};
use model::{Arcs, CountGnn, Dice, Group};

fn main() {
    divan::main();
}

const NUM_TRIPLES: usize = 128;

/// Sizes of patterns and graphs: nodes, arcs.
#[derive(Clone, Copy, Debug)]
enum Like {
    Small,
    Large,
}

fn groups(like: Like, num_groups: usize) -> Vec<Group> {
    let mut dice = Dice(1);
    let num = NUM_TRIPLES / num_groups;
    let ((pattern_nodes, pattern_arcs), (nodes, arcs)) = match like {
        Like::Small => ((5, 7), (33, 76)),
        Like::Large => ((5, 7), (240, 560)),
    };
    let mut group = || Group {
        patterns: Arcs::random(num, pattern_nodes, pattern_arcs, &mut dice),
        graphs: Arcs::random(num, nodes, arcs, &mut dice),
        counts: Matrix::column((0..num).map(|_| dice.below(50) as f32).collect::<Vec<_>>()),
    };
    (0..num_groups).map(|_| group()).collect()
}

fn step(bencher: Bencher, like: Like, num_groups: usize, num_threads: usize) {
    let mut params = Params::new(0);
    let model = CountGnn::new(&mut params);
    let groups = groups(like, num_groups);
    let mut grads = Grads::zeros(&params);
    let workers = Workers::new(num_threads, &Control::NONE);
    bencher.bench_local(|| {
        grads.clear();
        workers.sum_gradients(&params, &mut grads, num_groups, |ix, tape| {
            model.loss(tape, &groups[ix])
        })
    });
}

#[divan::bench(args = [1, 4, 8, 16, 32, 64, 128], sample_count = 50)]
fn step_small_one_thread(bencher: Bencher, num_groups: usize) {
    step(bencher, Like::Small, num_groups, 1);
}

#[divan::bench(args = [16, 32], sample_count = 50)]
fn step_small_two_threads(bencher: Bencher, num_groups: usize) {
    step(bencher, Like::Small, num_groups, 2);
}

#[divan::bench(args = [1, 16, 32, 64, 128], sample_count = 20)]
fn step_large_one_thread(bencher: Bencher, num_groups: usize) {
    step(bencher, Like::Large, num_groups, 1);
}

#[divan::bench(args = [32, 64, 128], sample_count = 20)]
fn step_large_two_threads(bencher: Bencher, num_groups: usize) {
    step(bencher, Like::Large, num_groups, 2);
}

/// Four groups without work: the cost of starting the threads.
#[divan::bench(args = [1, 2, 4])]
fn step_without_work(bencher: Bencher, num_threads: usize) {
    let params = Params::new(0);
    let mut grads = Grads::zeros(&params);
    let workers = Workers::new(num_threads, &Control::NONE);
    let nothing = Matrix::zeros(1, 1);
    bencher.bench_local(|| {
        workers.sum_gradients(&params, &mut grads, 4, |_, tape| tape.input(&nothing))
    });
}
