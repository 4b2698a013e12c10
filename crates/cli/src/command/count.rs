//! `isocount count PATTERN GRAPH`: one question.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::explain;
use crate::answered::Answered;
use crate::error::Failure;
use crate::finish::Finish;
use crate::input::Input;
use crate::interrupt;
use crate::job::{Single, Style};
use crate::output::{json, text};
use crate::progress::{Loudness, Progress, Task};
use crate::question::Way;

pub(crate) fn run(job: &Single) -> Result<Finish, Failure> {
    let Single { pattern, graph, explain, setup } = job;
    if let Some(path) = explain {
        explain::check(path)?;
    }
    let question = &setup.question;
    if matches!(question.way, Way::Search(_)) {
        interrupt::advise("a --time-limit gives a lower bound in time");
    }
    let mut input = Input::new(setup);
    let pattern = input.pattern(pattern)?;
    let graph = input.graph(graph)?;

    let what = format!("{} in {}", pattern.name, graph.name);
    let progress = Progress::start(setup.loudness, Task::Asking { what });
    let counter = question.counter(1, 1);
    let started = Instant::now();
    let answer =
        counter.count(&pattern.pattern, &graph.graph, question.semantics, &question.budget);
    let count_time = started.elapsed();
    drop(progress);

    let finish = Finish::of(&answer);
    let answered = Answered {
        pattern: &pattern.name,
        graph: &graph.name,
        answer,
        open_time: Duration::ZERO,
        count_time,
    };
    let result = match (setup.style, &answered.answer) {
        (Style::Json, _) => json::line(question, &answered),
        (Style::Text, Ok(answer)) => text::sentence(question, *answer, &answered) + "\n",
        (Style::Text, Err(problem)) => {
            let (pattern, graph) = (pattern.name.clone(), graph.name.clone());
            return Err(Failure::Count { pattern, graph, problem: problem.clone() });
        }
    };
    super::print(&result)?;
    if let (Some(path), Way::Learned(model), Ok(_)) = (explain, &question.way, &answered.answer) {
        explain::write(path, model, &pattern, &graph)?;
    }
    if setup.style == Style::Text && setup.loudness != Loudness::Quiet {
        remark(&format!("{}, {}", question.way.name(), text::time(count_time)));
        if finish == Finish::Partial {
            remark("the limit was reached before all were found");
        }
    }
    Ok(finish)
}

/// An aside on stderr, dim on a terminal.
fn remark(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = if stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        writeln!(stderr, "\x1b[2m{text}\x1b[0m")
    } else {
        writeln!(stderr, "{text}")
    };
}
