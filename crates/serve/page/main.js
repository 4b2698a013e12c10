// Connects the parts: a drawing or a text becomes a question, the question an answer, the answer a picture.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { AnswerPanel } from "./answer-panel.js";
import { Asking } from "./asking.js";
import { hues } from "./colours.js";
import { attachKeys } from "./editor-keys.js";
import { Editor } from "./editor.js";
import { byId, html } from "./element.js";
import { showElsewhere } from "./elsewhere.js";
import { fillGallery } from "./gallery.js";
import { GraphChoice, isLabelled } from "./graph-choice.js";
import { GraphView } from "./graph-view.js";
import { Heat } from "./heat.js";
import { InStep } from "./in-step.js";
import { LabelField } from "./label-field.js";
import { Matches } from "./matches.js";
import { Meanings } from "./meanings.js";
import { MotifsPanel } from "./motifs-panel.js";
import { NotationBox } from "./notation-box.js";
import { quantity } from "./numbers.js";
import { EMPTY, tidied } from "./pattern.js";
import { fragment, question } from "./permalink.js";
import { DEFAULTS, ignoresDirections, isWhole, request } from "./question.js";
import { SettingsPanel } from "./settings-panel.js";

/** Graphs of at most this many nodes are shown whole. */
const WHOLE = 220;
/** Of larger graphs, at most this many nodes around a match are shown. */
const SURROUNDINGS = 36;
const START = { text: "a-b-c-a", graph: "karate", settings: DEFAULTS };

const state = { text: "", pattern: EMPTY, problem: null, graph: null, settings: { ...DEFAULTS } };
let written = "";

const editor = new Editor({
  onChange: (pattern) => inStep.drawn(pattern, document.activeElement === byId("label-field") ? `label ${editor.chosen}` : null),
  onSelect: () => labelField.show(),
});
const labelField = new LabelField(editor);
const box = new NotationBox((text) => inStep.typed(text));
const inStep = new InStep(showPattern);
const view = new GraphView((by) => matches.step(by));
const matches = new Matches(showMatch);
const heat = new Heat(view);
const motifs = new MotifsPanel(heat, choosePattern);
const panel = new AnswerPanel((settings) => set(settings));
const meanings = new Meanings((meaning) => set(meaning));
const settingsPanel = new SettingsPanel((settings) => set(settings));
const asking = new Asking(
  panel,
  (asked, signal) => {
    meanings.fade();
    matches.ask(asked, signal);
  },
  async (record, asked, signal) => {
    matches.total(record);
    showElsewhere(asked, record);
    await meanings.ask(record, asked, signal);
  },
);
const choice = new GraphChoice(showGraph);

/** Shows another state of pattern and text. */
function showPattern({ pattern, text, problem }) {
  const isDrawn = text === null;
  state.pattern = pattern;
  state.problem = problem;
  editor.show(pattern);
  labelField.show();
  byId("editor-hint").hidden = pattern.nodes.length > 0;
  byId("selected-none").textContent = pattern.kind === "smarts"
    ? "The conditions on the atoms are in the text; changing the drawing drops them."
    : "Select a node or an edge to give it a label.";
  byId("undo").disabled = !inStep.history.canUndo;
  byId("redo").disabled = !inStep.history.canRedo;
  editor.canvas.classList.toggle("stale", problem !== null);
  if (!isDrawn) {
    state.text = text;
    if (problem === null || document.activeElement !== box.field) {
      showText(text);
    }
    box.complain(problem);
    ask();
  }
}

/** Shows the text, unless it is being typed right now. */
function showText(text) {
  if (document.activeElement !== box.field) {
    box.show(text);
  }
}

/** Takes a pattern that was clicked. */
function choosePattern(text) {
  box.show(text);
  inStep.load(text);
}

/** Shows another graph. */
function showGraph(graph) {
  state.graph = graph;
  const hueOf = hues(graph?.node_labels ?? []);
  [editor.hueOf, view.hueOf] = [hueOf, hueOf];
  view.showsLabels = graph !== null && isLabelled(graph.node_labels);
  view.showsEdgeLabels = graph !== null && isLabelled(graph.edge_labels);
  view.isMolecule = graph?.molecule ?? false;
  view.show({ nodes: [], edges: [] });
  shown = null;
  labelField.offer(graph?.node_labels ?? [], graph?.edge_labels ?? []);
  showLegend(graph, hueOf);
  motifs.show(graph);
  editor.draw();
  ask();
}

function showLegend(graph, hueOf) {
  const labels = graph && isLabelled(graph.node_labels) ? graph.node_labels : [];
  byId("legend").replaceChildren(...labels.map(({ label, count }) =>
    html("li", {}, html("span", { class: `dot ${hueOf(label)}` }), html("span", { title: label }, `${label} × ${count}`))));
}

/** Applies other settings. */
function set(settings) {
  state.settings = { ...state.settings, ...settings };
  ask();
}

/** Asks the question of the current state, if it is complete. */
function ask() {
  meanings.mark(state.settings);
  settingsPanel.show(state.settings, state.pattern);
  remember();
  const asked = { ...state };
  if (heat.isOf(byId("heat"))) {
    heat.cool();
  }
  byId("heat").disabled = !isWhole(asked);
  if (isWhole(asked)) {
    asking.ask(asked);
    return;
  }
  asking.stop();
  meanings.clear();
  matches.clear();
  const missing = state.graph === null ? "Choose a graph." : state.problem === null ? "Draw a pattern to count it." : "The pattern cannot be read yet.";
  panel.idle(missing);
}

/** Writes the question into the address. */
function remember() {
  if (state.graph !== null && state.problem === null) {
    written = `#${fragment(state)}`;
    history.replaceState(null, "", written);
  }
}

/** The current drawing, and the number of requests for one: only the last request counts. */
let shown = null;
let wishes = 0;

/** Shows the graph, or the surroundings of a match, with the match highlighted. */
async function showMatch(match, signal) {
  const { graph } = state;
  wishes += 1;
  const wish = wishes;
  if (graph === null) {
    return;
  }
  const isWholeGraph = graph.nodes <= WHOLE;
  const nodes = isWholeGraph || match === null ? [] : [...new Set(match.nodes)];
  const wanted = `${graph.id} ${nodes.join(",")}`;
  try {
    if (shown !== wanted) {
      const max = isWholeGraph ? WHOLE : Math.max(SURROUNDINGS, nodes.length);
      const drawing = await api.drawing(graph.id, { nodes, max }, signal);
      if (wish !== wishes) {
        return;
      }
      view.show(drawing, nodes);
      shown = wanted;
      const part = `${quantity(drawing.nodes.length, "node")} of ${quantity(graph.nodes, "node").replace(/ .*/, "")}`;
      const missing = drawing.edges_left_out > 0 ? [`${quantity(drawing.edges_left_out, "edge")} not drawn`] : [];
      const place = isWholeGraph ? [] : [match === null ? `A part of the graph: ${part}` : `Around the match: ${part}`];
      byId("graph-caption").textContent = [...place, ...missing].join("; ");
    }
    view.showsDirections = !ignoresDirections(state.settings, state.pattern);
    view.highlight(match);
  } catch (problem) {
    if (!api.wasAborted(problem)) {
      byId("graph-caption").textContent = api.inWords(problem);
    }
  }
}

/** Opens the question of a link; without one, a triangle in karate. */
async function open(link) {
  const start = link ?? START;
  state.settings = { ...start.settings };
  const graph = choice.find(start.graph);
  choice.choose(graph ?? choice.find(START.graph) ?? choice.graphs[0] ?? null);
  if (graph === null && link?.graph) {
    choice.complain(new Error("The graph of this link is not on this service. Open its file to ask the same question."));
  }
  box.show(start.text);
  await inStep.load(start.text);
}

function attachButtons() {
  const tools = { "draw-edges": {}, "draw-arcs": { drawsArcs: true }, "move-nodes": { moves: true } };
  for (const [id, { drawsArcs = false, moves = false }] of Object.entries(tools)) {
    byId(id).addEventListener("click", () => {
      Object.assign(editor, moves ? { moves } : { moves, drawsArcs });
      editor.canvas.classList.toggle("moving", moves);
      for (const other of Object.keys(tools)) {
        byId(other).setAttribute("aria-pressed", String(other === id));
      }
    });
  }
  byId("undo").addEventListener("click", () => inStep.undo());
  byId("redo").addEventListener("click", () => inStep.redo());
  byId("tidy").addEventListener("click", () => editor.become(tidied(editor.pattern)));
  byId("clear").addEventListener("click", () => editor.become(EMPTY, null));
  byId("cancel").addEventListener("click", cancel);
  byId("heat").addEventListener("click", warm);
  byId("copy-link").addEventListener("click", copyLink);
  attachKeys(editor, {
    label: () => labelField.focus(),
    kind: () => labelField.changeKind() || byId(editor.drawsArcs ? "draw-edges" : "draw-arcs").click(),
    flip: () => labelField.flip(),
  });
  document.addEventListener("keydown", (event) => {
    const isField = event.target.matches("input[type=text], input[type=password]");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isField) {
      const key = event.key.toLowerCase();
      const isUndo = key === "z" && !event.shiftKey;
      if (isUndo || key === "z" || key === "y") {
        event.preventDefault();
        isUndo ? inStep.undo() : inStep.redo();
      }
    } else if (event.key === "Escape" && !byId("running").hidden) {
      cancel();
    }
  });
  window.addEventListener("hashchange", () => {
    if (location.hash !== written && question(location.hash)) {
      open(question(location.hash));
    }
  });
}

/** Colours the nodes by how many matches of the pattern they are in. */
function warm() {
  const question = { ...request(state), time_limit: state.settings.timeLimit };
  const tell = (text) => {
    byId("match-names").textContent = text;
  };
  const counts = async (nodes, signal) => {
    const { rows, complete } = await api.participation({ ...question, nodes }, signal);
    if (!complete) {
      tell("The time limit ended the search: each node is in at least the number of matches that it shows.");
    }
    return rows.map((row) => row.counts[0]);
  };
  heat.toggle(byId("heat"), "matches", counts, tell);
}

function cancel() {
  asking.cancel();
  meanings.clear();
  matches.settle();
}

async function copyLink() {
  const label = byId("copy-link").querySelector("span");
  try {
    await navigator.clipboard.writeText(location.href);
    label.textContent = "Copied";
  } catch {
    // Without https or permission there is no clipboard, but the link is in the address bar.
    label.textContent = "The link is in the address bar";
  }
  announce(label.textContent);
  setTimeout(() => {
    label.textContent = "Copy link";
  }, 2000);
}

async function start() {
  attachButtons();
  settingsPanel.show(state.settings, state.pattern);
  try {
    const [known] = await Promise.all([api.patterns(), choice.load()]);
    fillGallery(known, choosePattern);
    // What was typed before everything was loaded is kept.
    const typed = box.field.value === "" ? null : { ...START, text: box.field.value };
    await open(question(location.hash) ?? typed);
    settingsPanel.offerModels((await api.models()).models.map(({ id }) => id));
  } catch (problem) {
    panel.idle(api.inWords(problem));
  }
  document.querySelector("main").removeAttribute("aria-busy");
}

start();
