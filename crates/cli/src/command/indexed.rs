//! `isocount count PATTERN --index FILE`: questions about a graph that was prepared before.

use std::time::{Duration, Instant};

use isocount::CountError;

use crate::answered::Answered;
use crate::error::Failure;
use crate::finish::Finish;
use crate::input::{Input, NamedPattern};
use crate::job::{Indexed, Style};
use crate::output::{json, text};
use crate::question::Way;

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
    let mut printed = String::new();
    let mut finish = Finish::Complete;
    for NamedPattern { name, pattern } in &patterns {
        let started = Instant::now();
        let answer = if model.meaning().semantics() == Some(question.semantics) {
            index.answer(pattern)
        } else {
            let (method, semantics) = (question.way.name(), question.semantics);
            Err(CountError::Unsupported { method, semantics })
        };
        let answered = Answered {
            pattern: name,
            graph: index.graph_name(),
            answer,
            open_time: Duration::ZERO,
            count_time: started.elapsed(),
        };
        finish = finish.max(Finish::of(&answered.answer));
        printed += &match (job.setup.style, &answered.answer) {
            (Style::Json, _) => json::line(question, &answered),
            (Style::Text, Ok(answer)) => text::sentence(question, *answer, &answered) + "\n",
            (Style::Text, Err(problem)) if job.is_one => {
                let (pattern, graph) = (name.clone(), index.graph_name().to_owned());
                return Err(Failure::Count { pattern, graph, problem: problem.clone() });
            }
            (Style::Text, Err(problem)) => {
                let graph = index.graph_name();
                ["no answer for ", name, " in ", graph, ": ", &problem.to_string(), "\n"].concat()
            }
        };
    }
    super::print(&printed)?;
    Ok(finish)
}
