//! Operations and optimisers against `PyTorch`: `testdata/golden/grad.py` wrote the numbers.

#![expect(clippy::unwrap_used, reason = "the file is part of the repository")]

use std::collections::BTreeSet;
use std::path::Path;

use isocount_grad::{
    Adam, AdamConfig, Arena, Decay, Grads, Hot, Init, Matrix, Params, RowIndex, Segments,
    Selections, Spans, Tape, Var,
};
use safetensors::SafeTensors;

/// The file of golden values.
struct Golden(Vec<u8>);

impl Golden {
    fn read() -> Self {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/grad.safetensors");
        Self(std::fs::read(path).unwrap())
    }

    fn names(&self) -> Vec<String> {
        let file = SafeTensors::deserialize(&self.0).unwrap();
        file.names().into_iter().map(ToString::to_string).collect()
    }

    fn find(&self, name: &str) -> Option<Matrix> {
        let file = SafeTensors::deserialize(&self.0).unwrap();
        let tensor = file.tensor(name).ok()?;
        let numbers = tensor.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let &[rows, cols] = tensor.shape() else { panic!("`{name}` is not a matrix") };
        Some(Matrix::new(rows, cols, numbers.collect()))
    }

    fn get(&self, name: &str) -> Matrix {
        self.find(name).unwrap_or_else(|| panic!("no golden value `{name}`"))
    }
}

fn assert_close(found: &[f32], expected: &Matrix, error: f32, what: &str) {
    assert_eq!(found.len(), expected.data().len(), "{what}");
    for (ix, (found, expected)) in found.iter().zip(expected.data()).enumerate() {
        let close = (found - expected).abs() <= error * (1.0 + expected.abs());
        assert!(close, "{what}, number {ix}: {found}, PyTorch has {expected}");
    }
}

/// Parameters that hold the inputs of an operation.
fn inputs(golden: &Golden, op: &str) -> (Params, Vec<Var>) {
    let mut params = Params::new(0);
    let mut vars = Vec::new();
    while let Some(value) = golden.find(&format!("op.{op}.in{}", vars.len())) {
        let (rows, cols) = (value.shape().rows, value.shape().cols);
        let var = params.add(format!("in{}", vars.len()), rows, cols, Init::Zeros);
        params.get_mut(var).copy_from_slice(value.data());
        vars.push(var);
    }
    (params, vars)
}

/// Operations that have been compared.
struct Checked {
    golden: Golden,
    names: BTreeSet<String>,
}

impl Checked {
    fn op(&mut self, op: &str, f: impl Fn(&mut Tape, &[Var]) -> Var) {
        self.names.insert(op.to_owned());
        let (params, vars) = inputs(&self.golden, op);
        let (mut grads, mut arena) = (Grads::zeros(&params), Arena::new());
        let mut tape = Tape::new(&params, &mut arena);
        let out = f(&mut tape, &vars);
        let expected = self.golden.get(&format!("op.{op}.out"));
        assert_eq!(tape.shape(out), expected.shape(), "{op}");
        assert_close(tape.value(out).data(), &expected, 1e-6, op);
        let k = tape.input(&self.golden.get(&format!("op.{op}.k")));
        let product = tape.mul(out, k);
        let loss = tape.sum(product);
        tape.backward(loss, &mut grads).unwrap();
        for (ix, &var) in vars.iter().enumerate() {
            let expected = self.golden.get(&format!("op.{op}.grad{ix}"));
            assert_close(grads.get(var), &expected, 5e-6, &format!("{op}, gradient {ix}"));
        }
    }
}

#[test]
fn operations_agree_with_pytorch() {
    let mut checked = Checked { golden: Golden::read(), names: BTreeSet::new() };
    number_by_number(&mut checked);
    products(&mut checked);
    rows_and_groups(&mut checked);
    let golden: BTreeSet<String> =
        checked.golden.names().iter().filter_map(|name| op_of(name)).collect();
    assert_eq!(checked.names, golden);
}

fn op_of(tensor: &str) -> Option<String> {
    let (op, _) = tensor.strip_prefix("op.")?.rsplit_once('.')?;
    Some(op.to_owned())
}

fn number_by_number(checked: &mut Checked) {
    checked.op("add", |tape, x| tape.add(x[0], x[1]));
    checked.op("add_scaled", |tape, x| tape.add_scaled(x[0], x[1], x[2]));
    let [of_first, of_second] = [[2, 0, 0, 1], [0, 1, 1, 1]].map(RowIndex::new);
    checked.op("add_gathered", |tape, x| {
        let tables = vec![(x[1], of_first.clone()), (x[2], of_second.clone())];
        tape.add_gathered(Some(x[0]), tables, 0.2)
    });
    checked.op("sub", |tape, x| tape.sub(x[0], x[1]));
    checked.op("mul", |tape, x| tape.mul(x[0], x[1]));
    checked.op("add_row", |tape, x| tape.add_row(x[0], x[1]));
    checked.op("mul_row", |tape, x| tape.mul_row(x[0], x[1]));
    checked.op("scale", |tape, x| tape.scale(x[0], -1.5));
    checked.op("scale_shift", |tape, x| tape.scale_shift(x[0], -1.0, 1.0));
    checked.op("leaky_relu", |tape, x| tape.leaky_relu(x[0], 0.2));
    checked.op("relu", |tape, x| tape.relu(x[0]));
    checked.op("sigmoid", |tape, x| tape.sigmoid(x[0]));
    checked.op("tanh", |tape, x| tape.tanh(x[0]));
    checked.op("softplus", |tape, x| tape.softplus(x[0]));
    checked.op("abs", |tape, x| tape.abs(x[0]));
    checked.op("square", |tape, x| tape.square(x[0]));
    checked.op("sqrt", |tape, x| tape.sqrt(x[0]));
    checked.op("exp", |tape, x| tape.exp(x[0]));
    checked.op("ln", |tape, x| tape.ln(x[0]));
    checked.op("ln_1p", |tape, x| tape.ln_1p(x[0]));
    checked.op("sum", |tape, x| tape.sum(x[0]));
}

fn products(checked: &mut Checked) {
    let index = RowIndex::new([3, 0, 3, 1, 4, 0]);
    let hot = Hot::new([0, 5, 2, 4, 2, 7, 1, 6], 2);
    for widths in ["12_12", "24_24", "30_48", "33_64", "5_1"] {
        checked.op(&format!("matmul_{widths}"), |tape, x| tape.matmul(x[0], x[1]));
    }
    checked.op("linear", |tape, x| tape.linear(x[0], x[1], x[2]));
    checked.op("linear_leaky_relu", |tape, x| tape.linear_leaky_relu(x[0], x[1], x[2], 0.01));
    checked.op("linear_onto", |tape, x| tape.linear_onto(x[0], x[1], x[2], 0.2));
    checked.op("linear_onto_both", |tape, x| tape.linear_onto_both(x[0], [x[1], x[2], x[3]], 0.2));
    checked.op("linear_from", |tape, x| tape.linear_from(x[0], x[1], x[2], &index, 0.2));
    checked.op("linear_hot", |tape, x| tape.linear_leaky_relu(&hot, x[0], x[1], 0.2));
    let types = Spans::from_sizes(&[2, 0, 3]);
    checked.op("typed_block_matmul", |tape, x| tape.typed_block_matmul(x[0], x[1], &types, 2));
    checked.op("block_matmul", |tape, x| tape.block_matmul(x[0], x[1], 3));
}

fn rows_and_groups(checked: &mut Checked) {
    let index = RowIndex::new([3, 0, 3, 1, 4, 0]);
    let groups = Segments::new([2, 0, 2, 4, 0, 2], 5);
    checked.op("gather_rows", |tape, x| tape.gather_rows(x[0], &index));
    checked.op("gather_sum", |tape, x| tape.gather_sum(x[0], &index, &groups));
    checked.op("segment_sum", |tape, x| tape.segment_sum(x[0], &groups));
    checked.op("segment_mean", |tape, x| tape.segment_mean(x[0], &groups));
    checked.op("segment_softmax", |tape, x| tape.segment_softmax(x[0], &groups));
    checked.op("segment_outer_sum", |tape, x| tape.segment_outer_sum(x[0], x[1], &groups));
    checked.op("softmax_rows", |tape, x| tape.softmax_rows(x[0]));
    checked.op("row_scale", |tape, x| tape.row_scale(x[0], x[1]));
    checked.op("row_scale_blocks", |tape, x| tape.row_scale(x[0], x[1]));
    checked.op("row_sum", |tape, x| tape.row_sum(x[0], 2));
    checked.op("concat_cols", |tape, x| tape.concat_cols(&[x[0], x[1], x[0]]));
    checked.op("slice_cols", |tape, x| tape.slice_cols(x[0], 1..4));
    checked.op("reshape", |tape, x| tape.reshape(x[0], 3, 8));
    checked.op("transpose", |tape, x| tape.transpose(x[0]));
    checked.op("layer_norm", |tape, x| tape.layer_norm(x[0], x[1], x[2]));
    checked.op("l2norm_rows", |tape, x| tape.l2norm_rows(x[0]));
    let spans = Spans::new([[0, 4], [4, 4], [4, 9], [0, 4]]);
    checked
        .op("weighted_gather_sum", |tape, x| tape.weighted_gather_sum(x[0], x[1], &index, &groups));
    let other = RowIndex::new([2, 0, 2, 4, 0, 2]);
    checked.op("gather_dots", |tape, x| tape.gather_dots(x[0], x[1], &index, &other, 2));
    checked.op("film_sum", |tape, x| {
        let x: Vec<Var> = x.iter().map(|&x| tape.scale(x, 1.0)).collect();
        let film = tape.film_sum(x[0], x[1], x[2], &spans, 0.01);
        tape.concat_cols(&[film.rows, film.penalty])
    });
    let pairs = [3, 4, 0, 0, 1, 2, 3, 0, 4, 0, 2, 1, 4, 1, 0, 3, 1, 3, 3, 0, 1, 0, 0, 1];
    let plan = Selections::new(&[3, 0, 1, 5, 2], pairs.as_chunks().0.to_vec());
    checked.op("ordered_mean", |tape, x| {
        let x: Vec<Var> = x.iter().map(|&x| tape.scale(x, 1.0)).collect();
        tape.ordered_mean(x[0], [x[1], x[2], x[3]], [x[4], x[5], x[6]], &plan)
    });
}

#[test]
fn optimisers_agree_with_pytorch() {
    let golden = Golden::read();
    let adam = AdamConfig::default();
    let adamw = AdamConfig { decay: Decay::Decoupled, ..adam };
    for (name, config) in [
        ("adam", adam),
        ("adam_l2", AdamConfig { weight_decay: 0.1, ..adam }),
        ("adamw", AdamConfig { weight_decay: 0.1, ..adamw }),
        ("amsgrad", AdamConfig { weight_decay: 1e-5, amsgrad: true, ..adamw }),
    ] {
        let mut params = Params::new(0);
        params.add("x", 3, 7, Init::Zeros);
        params.values_mut().copy_from_slice(golden.get(&format!("optim.{name}.start")).data());
        let (mut grads, mut adam) = (Grads::zeros(&params), Adam::new(config, &params));
        for t in 0..5 {
            let grad = golden.get(&format!("optim.{name}.grad{t}"));
            grads.values_mut().copy_from_slice(grad.data());
            adam.step(&mut params, &grads, 0.01);
            let expected = golden.get(&format!("optim.{name}.param{t}"));
            assert_close(params.values(), &expected, 2e-7, &format!("{name}, step {t}"));
        }
    }
}

#[test]
fn clipping_agrees_with_pytorch() {
    let golden = Golden::read();
    let mut params = Params::new(0);
    params.add("x", 3, 7, Init::Zeros);
    let mut grads = Grads::zeros(&params);
    grads.values_mut().copy_from_slice(golden.get("clip.before").data());
    grads.clip_norm(8.0);
    assert_close(grads.values(), &golden.get("clip.after"), 1e-6, "clip_norm");
}
