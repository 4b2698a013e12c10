//! `isocount count PATTERN --index FILE`: questions about a graph that was prepared before.

use std::time::{Duration, Instant};

use isocount::Pattern;

use crate::answered::Answered;
use crate::error::Failure;
use crate::finish::Finish;
use crate::input::{Input, NamedPattern};
use crate::job::{Indexed, Style};
use crate::output::{json, text};
use crate::question::Way;

/// How many patterns are answered together: what one of them reads is in the cache for the next.
const AT_ONCE: usize = 128;

pub(crate) fn run(job: &Indexed) -> Result<Finish, Failure> {
    let question = &job.setup.question;
    let Way::Learned(model) = &question.way else {
        unreachable!("--index goes with a model");
    };
    let index = model.index().expect("the model is that of an index");
    let mut input = Input::new(&job.setup);
    let patterns = if job.is_one {
        vec![input.pattern(&job.patterns)?]
    } else {
        let patterns = input.patterns(&job.patterns)?;
        let names = patterns.iter().map(|named| &named.name);
        super::batch::refuse_same_names(&job.patterns, "pattern", names)?;
        patterns
    };
    input.warn_of_larger_graph(index.graph_name(), index.graph_size());
    let mut finish = Finish::Complete;
    for patterns in patterns.chunks(AT_ONCE) {
        let all: Vec<&Pattern> = patterns.iter().map(|named| &named.pattern).collect();
        let started = Instant::now();
        let answers = index.answers(&all);
        let count_time = started.elapsed() / all.len() as u32;
        let mut printed = String::new();
        for (NamedPattern { name, .. }, answer) in patterns.iter().zip(answers) {
            finish = finish.max(Finish::of(&answer));
            let (graph, open_time) = (index.graph_name(), Duration::ZERO);
            let answered = Answered { pattern: name, graph, answer, open_time, count_time };
            printed.push_str(&said(job, &answered)?);
        }
        super::print(&printed)?;
    }
    Ok(finish)
}

/// A line about one answer.
fn said(job: &Indexed, answered: &Answered<'_>) -> Result<String, Failure> {
    let question = &job.setup.question;
    let (pattern, graph) = (answered.pattern.to_owned(), answered.graph.to_owned());
    Ok(match (job.setup.style, &answered.answer) {
        (Style::Json, _) => json::line(question, answered),
        (Style::Text, Ok(answer)) => text::sentence(question, *answer, answered) + "\n",
        (Style::Text, Err(problem)) if job.is_one => {
            return Err(Failure::Count { pattern, graph, problem: problem.clone() });
        }
        (Style::Text, Err(problem)) => format!("no answer for {pattern} in {graph}: {problem}\n"),
    })
}
