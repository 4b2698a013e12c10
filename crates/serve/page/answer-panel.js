// The count, how it was obtained, its interval while it narrows, and the reasons for a zero.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { byId, html } from "./element.js";
import { inShort, isUnknown } from "./in-short.js";
import { Interval } from "./interval.js";
import { exact, seconds } from "./numbers.js";
import { prose } from "./prose.js";
import { ignoresDirections } from "./question.js";

/** In milliseconds. Counts that take less are shown without any sign of counting. */
const QUICK = 250;

const REMEDIES = {
  undirected: { text: "Ignore directions", settings: { directions: "ignored" } },
  ignore_node_labels: { text: "Ignore node labels", settings: { nodeLabels: "ignored" } },
  ignore_edge_labels: { text: "Ignore edge labels", settings: { edgeLabels: "ignored" } },
  semantics: { text: "Allow additional arcs", settings: { semantics: "monomorphism" } },
};

export class AnswerPanel {
  /** Calls `onSettings(settings)` when a remedy is clicked. */
  constructor(onSettings) {
    this.onSettings = onSettings;
    this.interval = new Interval();
    this.previous = null;
    this.ticker = 0;
  }

  /** Shows that nothing can be asked because something is missing. */
  idle(text) {
    this.#rest();
    this.#number("–", "", text);
    this.#notice(null);
    this.interval.clear();
    byId("count-change").hidden = true;
  }

  started(asked) {
    this.#rest();
    this.asked = asked;
    this.estimateRecord = null;
    this.forecastSeconds = null;
    const start = performance.now();
    this.start = start;
    byId("answer").querySelector(".count").classList.add("stale");
    this.ticker = setInterval(() => {
      const passed = (performance.now() - start) / 1000;
      if (passed * 1000 >= QUICK) {
        this.#tellRunning(passed);
      }
    }, 100);
  }

  forecast({ seconds: expected }) {
    this.forecastSeconds = expected;
  }

  estimate(record) {
    this.estimateRecord = record;
    byId("answer").querySelector(".count").classList.remove("stale");
    this.#showRecord(record);
    byId("count-how").textContent = `${kind(record)} so far; still narrowing`;
  }

  answered(record, asked) {
    this.#rest();
    this.#showRecord(record);
    this.#showChange(record, asked);
    this.#showZero(record);
    announce(`${this.said}, ${meaning(asked)}, ${kind(record)}`);
    this.previous = { record, asked };
  }

  failed(problem, asked) {
    this.#rest();
    this.#number("–", "", meaning(asked));
    this.interval.clear();
    this.#notice(html("p", {}, ...prose(api.inWords(problem))), true);
    announce(api.inWords(problem));
  }

  cancelled() {
    const passed = (performance.now() - this.start) / 1000;
    this.#rest();
    const text = `Cancelled after ${seconds(passed)}.`;
    if (this.estimateRecord === null) {
      this.#number("–", "", text);
      this.interval.clear();
    } else {
      byId("count-how").textContent = `${text} This is the last estimate.`;
    }
    announce(text);
  }

  #rest() {
    clearInterval(this.ticker);
    byId("running").hidden = true;
    byId("answer").querySelector(".count").classList.remove("stale");
  }

  #tellRunning(passed) {
    byId("running").hidden = false;
    const { forecastSeconds } = this;
    const outlook = forecastSeconds > passed ? `; an exact count may take ${aboutSeconds(forecastSeconds)}` : "";
    byId("running-text").textContent = `Counting, ${passed.toFixed(1)} s${outlook}`;
  }

  #showRecord(record) {
    const { unit } = record;
    const noun = record.count === "1" ? unit.slice(0, -1) : unit;
    const how = [kind(record), record.method, seconds((record.open_seconds ?? 0) + (record.count_seconds ?? 0))];
    const lines = `${meaning(this.asked)}\n${how.join(" · ")}`;
    if (record.answer === "none") {
      this.#number("no answer", "", lines);
      this.#notice(html("p", {}, ...prose(sentence(record.reason ?? "the method has no answer to this question"))));
      this.interval.clear();
      return;
    }
    this.#notice(null);
    const { text, digits } = inShort(record);
    this.#number(text, noun, lines, digits);
    if (isUnknown(record)) {
      this.#notice(html("p", {}, "The samples found nothing, and nothing proves that there is none: the count is unknown."));
      this.interval.clear();
      return;
    }
    if (record.answer === "estimate" && record.low !== null) {
      this.interval.show(record, this.asked);
    } else {
      this.interval.clear();
    }
    if (record.answer === "at_least") {
      const limited = `The time limit ended the search. There are at least this many${
        this.asked.settings.method === "exact" ? "; the method auto would estimate" : ""}.`;
      this.#notice(html("p", {}, limited));
    }
  }

  #number(text, unit, how, title = "") {
    const output = byId("count");
    output.textContent = text;
    output.title = title;
    byId("count-unit").textContent = unit;
    byId("count-how").replaceChildren(...how.split("\n").flatMap((line, ix) => (ix > 0 ? [html("br"), line] : [line])));
    output.parentElement.classList.toggle("long", text.length > 11);
    byId("bar-count").textContent = `${text} ${unit}`.trim();
    byId("bar-how").textContent = how.split("\n").at(-1);
    this.said = `${text.replace("≈", "about").replace("≥", "at least").replace("≤", "unknown, at most")} ${unit}`;
  }

  /** Shows why an exact count must be zero, with a button for each remedy. */
  #showZero({ zero_reasons: reasons = [], answer, count }) {
    if (answer !== "exact" || count !== "0" || reasons.length === 0) {
      return;
    }
    const parts = reasons.map(({ reason }) => html("p", {}, ...prose(sentence(reason))));
    const remedies = [...new Set(reasons.map(({ remedy }) => remedy))].filter((remedy) => REMEDIES[remedy]);
    const buttons = remedies.map((remedy) => {
      const button = html("button", { type: "button" }, REMEDIES[remedy].text);
      button.addEventListener("click", () => this.onSettings(REMEDIES[remedy].settings));
      return button;
    });
    this.#notice(html("div", {}, ...parts, ...buttons));
  }

  /** Shows how a click on `Ignore` has changed the number. */
  #showChange(record, asked) {
    const line = byId("count-change");
    const text = this.previous === null ? null : changeInWords(this.previous, record, asked);
    line.hidden = text === null;
    line.textContent = text ?? "";
  }

  #notice(content, isBad = false) {
    const notice = byId("count-notice");
    notice.hidden = content === null;
    notice.classList.toggle("bad", isBad);
    notice.replaceChildren(...(content === null ? [] : [content]));
  }
}

/** `monomorphism, directions ignored` */
function meaning({ settings, pattern }) {
  const ignored = [
    ignoresDirections(settings, pattern) ? "directions" : null,
    settings.nodeLabels === "ignored" ? "node labels" : null,
    settings.edgeLabels === "ignored" ? "edge labels" : null,
  ].filter((part) => part !== null);
  return settings.semantics + (ignored.length > 0 ? `, ${ignored.join(" and ")} ignored` : "");
}

function kind({ answer, confidence }) {
  const words = { exact: "exact", at_least: "lower bound", none: "no answer" };
  return words[answer] ?? (confidence ? `estimate, ${Math.round(confidence * 100)} % interval` : "estimate");
}

function aboutSeconds(value) {
  return value > 1e6 ? "weeks or longer" : `about ${seconds(value)}`;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

const CHANGES = {
  directions: {
    ignored: "Arcs now count in both directions",
    kept: "Arcs now count in their own direction only",
  },
  nodeLabels: { ignored: "Nodes now match whatever their labels", kept: "Nodes now match only with their labels" },
  edgeLabels: { ignored: "Edges now match whatever their labels", kept: "Edges now match only with their labels" },
};

/** A sentence, if a single ignored property is the only difference. */
function changeInWords(previous, record, asked) {
  const before = previous.asked;
  const views = (it) => ({
    directions: ignoresDirections(it.settings, it.pattern) ? "ignored" : "kept",
    nodeLabels: it.settings.nodeLabels,
    edgeLabels: it.settings.edgeLabels,
  });
  const [then, now] = [views(before), views(asked)];
  const different = Object.keys(now).filter((key) => then[key] !== now[key]);
  const same = before.text === asked.text && before.graph.id === asked.graph.id
    && before.settings.semantics === asked.settings.semantics && before.settings.unit === asked.settings.unit;
  const bothExact = record.answer === "exact" && previous.record.answer === "exact";
  if (!same || different.length !== 1 || !bothExact) {
    return null;
  }
  const [key] = different;
  const unchanged = previous.record.count === record.count;
  return `${CHANGES[key][now[key]]}: ${unchanged ? "the count stays the same" : `it was ${exact(previous.record.count)} before`}.`;
}
