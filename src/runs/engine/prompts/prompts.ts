import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** All prompt documents of this folder, by name, with their placeholders. */
const placeholders = {
  agents: ['agents'],
  ask: ['purpose', 'tools'],
  checks: ['checks'],
  'checks-told': ['checks'],
  continue: ['turn', 'turns'],
  evidence: ['commands'],
  facts: ['facts'],
  files: ['files'],
  job: ['brief'],
  memory: ['facts'],
  'project-notes': ['notes'],
  objective: ['name', 'kind', 'result'],
  office: ['company', 'mission', 'workspace'],
  'office-tools': ['calls'],
  participants: ['participants'],
  plan: ['plan'],
  planning: ['builders', 'stages'],
  position: [],
  role: [
    'name',
    'title',
    'department',
    'company',
    'id',
    'seniority',
    'reports',
    'mission',
    'details',
  ],
  said: [],
  'shown-files': ['files'],
  skill: ['name', 'body'],
  skills: ['skills'],
  stage: ['name', 'kind', 'mode'],
  'stage-result': ['name', 'kind', 'result'],
  utterance: ['speaker', 'role', 'purpose', 'text'],
  verdict: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type PromptName = keyof typeof placeholders;
type PromptValues<Name extends PromptName> = Readonly<
  Record<(typeof placeholders)[Name][number], string>
>;

const placeholder = /\{\{([a-z]+)\}\}/g;

/**
 * Prompts for employees, as Markdown documents with `{{placeholders}}`. Checked when the service
 * starts: a missing or unknown document, or an unknown placeholder, ends the start.
 */
export class Prompts {
  private constructor(private readonly texts: ReadonlyMap<string, string>) {}

  /** @throws Error naming the document and its fault */
  static load(folder: string = fileURLToPath(new URL('.', import.meta.url))): Prompts {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
    return Prompts.of(
      new Map(
        files.map((file) => [
          file.slice(0, -'.md'.length),
          readFileSync(`${folder}/${file}`, 'utf8').trimEnd(),
        ]),
      ),
    );
  }

  /** @param texts documents by name */
  static of(texts: ReadonlyMap<string, string>): Prompts {
    for (const [name, text] of texts) check(name, text);
    const missing = Object.keys(placeholders).find((name) => !texts.has(name));
    if (missing !== undefined) throw new Error(`The prompt "${missing}.md" is missing.`);
    return new Prompts(texts);
  }

  /** A document with its placeholders filled in; inserted texts are not expanded. */
  fill<Name extends PromptName>(name: Name, values: PromptValues<Name>): string {
    const known: Readonly<Record<string, string>> = values;
    const text = this.texts.get(name) ?? '';
    return text.replace(placeholder, (_, key: string) => known[key] ?? '').trimEnd();
  }
}

function check(name: string, text: string): void {
  if (!Object.hasOwn(placeholders, name)) {
    throw new Error(`The prompt "${name}.md" is used nowhere.`);
  }
  const known: readonly string[] = placeholders[name as PromptName];
  const asked = new Set([...text.matchAll(placeholder)].map(([, key]) => key ?? ''));
  const unknown = [...asked].find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new Error(`The prompt "${name}.md" has the unknown placeholder {{${unknown}}}.`);
  }
  const unused = known.find((key) => !asked.has(key));
  if (unused !== undefined) {
    throw new Error(`The prompt "${name}.md" lacks the placeholder {{${unused}}}.`);
  }
}
