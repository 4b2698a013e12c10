// The five meanings side by side, each with its count and a sentence on why it differs from its neighbour.

import * as api from "./api.js";
import { byId, html } from "./element.js";
import { inShort } from "./in-short.js";
import { big, exact } from "./numbers.js";
import { MEANINGS, countRequest, sameMeaning } from "./question.js";

/** Time limit of each of the other four counts, in seconds. */
const PATIENCE = 1;

const NAMES = { homomorphism: "Homomorphism", monomorphism: "Monomorphism", induced: "Induced" };

const ALWAYS = {
  "homomorphism mappings": "Every way to map pattern nodes to graph nodes; two may share one.",
  "monomorphism mappings": "Distinct pattern nodes are mapped to distinct graph nodes.",
  "monomorphism subgraphs": "Mappings ÷ symmetries of the pattern.",
  "induced mappings": "No additional arcs between the nodes of the match.",
  "induced subgraphs": "Induced mappings ÷ symmetries of the pattern.",
};

export class Meanings {
  constructor(onChoose) {
    this.cards = MEANINGS.map((meaning) => new Card(meaning, () => onChoose(meaning)));
    byId("meanings").append(...this.cards.map((card) => card.element));
  }

  /** Marks the chosen meaning. */
  mark(settings) {
    for (const card of this.cards) {
      card.radio.checked = sameMeaning(card.meaning, settings);
    }
  }

  /** Marks the numbers as those of an earlier question. */
  fade() {
    byId("meanings").classList.add("stale");
  }

  clear() {
    byId("meanings").classList.remove("stale");
    for (const card of this.cards) {
      card.show(null);
    }
    this.#explain();
  }

  /** Shows the answer to the question, then asks the other four. */
  async ask(record, asked, signal) {
    byId("meanings").classList.remove("stale");
    for (const card of this.cards) {
      card.show(sameMeaning(card.meaning, asked.settings) ? record : null);
    }
    this.#explain();
    const patience = Math.min(asked.settings.timeLimit, PATIENCE);
    for (const card of this.cards.filter(({ meaning }) => !sameMeaning(meaning, asked.settings))) {
      try {
        card.show(await api.count(countRequest(asked, card.meaning, patience), signal));
      } catch (problem) {
        if (signal.aborted || api.wasAborted(problem)) {
          return;
        }
        card.show({ answer: "none", reason: api.inWords(problem) });
      }
      this.#explain();
    }
  }

  #explain() {
    const counts = Object.fromEntries(this.cards.map((card) => [card.name, card.value]));
    for (const card of this.cards) {
      card.why.textContent = why(card.name, counts) ?? card.refusal ?? ALWAYS[card.name];
    }
  }
}

class Card {
  constructor(meaning, onChoose) {
    const { semantics, unit } = meaning;
    this.meaning = meaning;
    this.name = `${semantics} ${unit}`;
    this.number = html("span", { class: "number" }, "–");
    this.why = html("span", { class: "why" }, ALWAYS[this.name]);
    this.radio = html("input", { type: "radio", name: "meaning", value: this.name });
    this.radio.addEventListener("change", onChoose);
    this.element = html(
      "label",
      {},
      this.radio,
      html("span", { class: "name" }, NAMES[semantics]),
      html("span", { class: "unit" }, unit),
      this.number,
      this.why,
    );
    this.show(null);
  }

  show(record) {
    this.value = record?.answer === "exact" ? big(record.count) : null;
    this.refusal = record?.answer === "none" ? record.reason : null;
    this.number.textContent = inShort(record)?.text ?? "–";
  }
}

/** The difference in numbers, where both counts are known. */
function why(name, counts) {
  const own = counts[name];
  const injective = counts["monomorphism mappings"];
  if (own === null || own === undefined) {
    return null;
  }
  if (name === "homomorphism mappings" && injective !== null) {
    return own === injective
      ? "No mapping sends two pattern nodes to one graph node."
      : `${exact(String(own - injective))} of them map two pattern nodes to one graph node.`;
  }
  if (name === "induced mappings" && injective !== null) {
    return own === injective
      ? "No match has additional arcs between its nodes."
      : `Without the ${exact(String(injective - own))} that have additional arcs between their nodes.`;
  }
  if (name.endsWith("subgraphs")) {
    const mappings = counts[name.replace("subgraphs", "mappings")];
    if (mappings === null || own === 0n) {
      return null;
    }
    const symmetries = mappings / own;
    return symmetries === 1n
      ? "The pattern has no symmetries: one mapping each."
      : `${exact(String(mappings))} ÷ ${symmetries}: the pattern has ${symmetries} symmetries.`;
  }
  return null;
}
