// The same question for a shell, for Python and over HTTP, and the whole answer record.

import { MODELS, curlCommand, pythonCall, shellCommand } from "./commands.js";
import { byId } from "./element.js";
import { prose } from "./prose.js";
import { countRequest } from "./question.js";
import { token } from "./token.js";

export function showElsewhere(asked, record) {
  const question = countRequest(asked);
  byId("command").textContent = shellCommand(question, asked.graph);
  byId("command-model").hidden = question.model === undefined;
  byId("command-model").replaceChildren(...prose(`\`${MODELS}\` stands for the folder of the service’s models (\`--models\`), which it does not reveal.`));
  byId("python").textContent = pythonCall(question, asked.graph);
  byId("request").textContent = curlCommand(question, new URL(".", location.href).href, token() !== null);
  byId("record").textContent = record ? JSON.stringify(record, null, 1) : "";
}
