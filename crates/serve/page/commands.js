// A question to the service as a shell command, a line of Python, and a call of curl. All three are made from the request that
// the page itself sends, so they ask the same question.

/** A placeholder for the folder of models, which the service does not reveal. It is clearly not a real path. */
export const MODELS = "PATH/OF/THE/MODELS";

/** `isocount count …` for a shell whose current folder contains the files of the service. */
export function shellCommand(question, graph) {
  const { pattern, model, method, precision, time_limit: limit } = question;
  const isOne = graph.graphs_in_file === 1;
  const words = [
    "isocount", "count",
    ...(isOne ? [patternArgument(pattern), graphArgument(graph)] : ["--patterns", patternArgument(pattern), "--graphs", graphArgument(graph)]),
    ...option("--semantics", question.semantics, "monomorphism"),
    ...option("--unit", question.unit, "mappings"),
    ...flag("--undirected", question.undirected),
    ...flag("--ignore-node-labels", question.ignore_node_labels),
    ...flag("--ignore-edge-labels", question.ignore_edge_labels),
    ...option("--method", method, "auto"),
    ...option("--model", model === undefined ? undefined : `${MODELS}/${model}`),
    ...option("--precision", precision),
    ...option("--confidence", question.confidence),
    ...option("--seed", question.seed),
    ...option("--replicates", question.replicates),
    ...option("--time-limit", limit === undefined ? undefined : `${limit}s`),
    ...option("--step-limit", question.step_limit),
    ...(graph.unread_in_file > 0 ? ["--on-error", "record"] : []),
  ];
  return words.map(quoted).join(" ");
}

/** The same question in Python. */
export function pythonCall(question, graph) {
  const ignored = [
    ["directions", question.undirected],
    ["node_labels", question.ignore_node_labels],
    ["edge_labels", question.ignore_edge_labels],
  ].filter(([, isOn]) => isOn).map(([name]) => name);
  const words = [
    ...word("semantics", question.semantics, "monomorphism"),
    ...word("unit", question.unit, "mappings"),
    ...word("method", question.method, "auto"),
    ...(ignored.length > 0 ? [`ignore=${JSON.stringify(ignored)}`] : []),
    ...word("model", question.model === undefined ? undefined : `${MODELS}/${question.model}`),
    ...["precision", "confidence", "seed", "replicates", "time_limit", "step_limit"].flatMap((name) => word(name, question[name])),
    ...(graph.unread_in_file > 0 ? ['on_error="record"'] : []),
  ];
  const isOne = graph.graphs_in_file === 1;
  const pattern = JSON.stringify(patternArgument(question.pattern));
  const subjects = isOne ? [pattern] : [`[${pattern}]`];
  const call = [...subjects, JSON.stringify(graphArgument(graph)), ...words].join(", ");
  return `import isocount\nisocount.${isOne ? "count" : "count_many"}(${call})`;
}

/** The same question to a service, with curl. */
export function curlCommand(question, address, needsToken) {
  const words = [
    "curl", `${address}api/v1/count`,
    "-H", "Content-Type: application/json",
    "-d", JSON.stringify(question),
  ].map(quoted);
  // The token is not printed; the shell inserts it.
  return [...words, ...(needsToken ? ['-H "Authorization: Bearer $ISOCOUNT_TOKEN"'] : [])].join(" ");
}

/** The pattern as an argument. Without the prefix `text:`, the name of a file would be taken for the file. */
function patternArgument(text) {
  const hasNotation = /^(smiles|smarts|text):/.test(text);
  const isClear = /^[\w-]+$/.test(text) && text.includes("-") && !text.startsWith("-");
  return hasNotation || isClear ? text : `text:${text}`;
}

/** `example:karate`, or the name of a file; the prefix `./` keeps it from being taken for anything else. */
function graphArgument({ source, name, file }) {
  if (source === "example") {
    return `example:${name}`;
  }
  return /^[^-:]+$/.test(file) || file.startsWith("/") ? file : `./${file}`;
}

function flag(name, isOn) {
  return isOn ? [name] : [];
}

function option(name, value, otherwise) {
  return value === undefined || value === otherwise ? [] : [name, String(value)];
}

function word(name, value, otherwise) {
  return value === undefined || value === otherwise ? [] : [`${name}=${JSON.stringify(value)}`];
}

/** Quotes a word for a shell: plain words stay as they are, anything else is put in single quotes. */
function quoted(text) {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
