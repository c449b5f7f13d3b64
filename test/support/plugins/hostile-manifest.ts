import fc from 'fast-check';
import {
  pluginPermissions,
  taskClasses,
  modelTiers,
  widgetKinds,
} from '#protocol/records/enums.js';

/** Nearly valid values, beside any JSON. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    ' ',
    'a',
    'a.b',
    '1.0.0',
    '__proto__',
    'constructor',
    'https://a.example',
    'x\r\ny',
  ),
);
const anything = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue());

const object = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...fields, ['__proto__x']: fc.constant(1) }, { requiredKeys: [] });

/** The named fields, each mostly of the right kind. */
const mostly = (likely: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: likely }, { weight: 1, arbitrary: anything });

const list = (item: fc.Arbitrary<unknown>) => mostly(fc.array(mostly(item), { maxLength: 3 }));
const id = mostly(fc.constantFrom('a', 'model', 'local', 'b-c'));
const tier = mostly(fc.constantFrom(...modelTiers));
const flag = mostly(fc.boolean());
const number = mostly(fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 1e308, 0)));

const widget = object({
  kind: mostly(fc.constantFrom(...widgetKinds)),
  label: text,
  value: fc.oneof(text, number),
  text,
  rows: list(fc.oneof(object({ key: text, value: text }), fc.array(text))),
  columns: list(text),
  items: list(text),
  bars: list(object({ label: text, value: number, max: number })),
});

const model = object({
  id,
  providerId: id,
  tier,
  label: text,
  contextWindow: number,
  costPerMTokIn: number,
  costPerMTokOut: number,
  capabilities: mostly(object({ tools: flag, streaming: flag })),
  strengths: list(fc.constantFrom(...taskClasses)),
});

const provider = object({
  id,
  label: text,
  kind: mostly(fc.constantFrom('openai-compat', 'anthropic')),
  baseUrl: mostly(
    fc.constantFrom('https://a.example/v1', 'http://127.0.0.1:1/v1', 'http://a.example'),
  ),
  keyless: flag,
  keyEnvVar: mostly(fc.constantFrom('A_KEY', 'OFFICE_API_TOKEN', 'lower')),
  extraHeaders: mostly(fc.dictionary(text, anything)),
});

const role = object({
  id,
  displayName: text,
  title: text,
  rank: number,
  skillIds: list(text),
  allowedTools: list(text),
  modelPolicy: mostly(object({ defaultTier: tier, minTier: tier, maxTier: tier })),
  persona: mostly(object({ voice: text, values: list(text) })),
  appearance: mostly(object({ bodyColor: mostly(fc.constant('#012345')), height: number })),
  maxTurnsPerStage: number,
});

const pipeline = object({
  id,
  name: text,
  stages: list(
    object({
      kind: mostly(fc.constantFrom('plan', 'report')),
      name: text,
      mode: mostly(fc.constantFrom('single', 'debate')),
      roleIds: list(text),
      rounds: number,
      whenTags: list(text),
    }),
  ),
});

const panel = object({
  id,
  title: text,
  placement: mostly(fc.constantFrom('runs', 'settings')),
  body: list(widget),
  source: mostly(object({ url: mostly(fc.constant('https://a.example/p')), refreshMs: number })),
  tokens: mostly(
    fc.dictionary(fc.constantFrom('accent', 'text', 'x'), mostly(fc.constantFrom('#fff', 'red'))),
  ),
});

const setting = object({
  key: mostly(fc.constantFrom('a', 'b', 'toString')),
  label: mostly(fc.constant('L')),
  type: mostly(fc.constantFrom('string', 'number', 'boolean', 'select')),
  default: anything,
  options: list(text),
  min: number,
  max: number,
});

/** A `plugin.json` that is mostly valid, with any number of errors. */
export const hostileManifest = fc.record(
  {
    id: mostly(fc.constant('test.sample')),
    name: mostly(fc.constant('Sample')),
    version: mostly(fc.constant('1.0.0')),
    description: mostly(fc.constant('D')),
    apiVersion: mostly(fc.constant('1')),
    entry: fc.option(mostly(fc.constant('index.mjs')), { nil: undefined }),
    permissions: mostly(fc.subarray([...pluginPermissions])),
    contributes: mostly(
      object({
        models: list(model),
        providers: list(provider),
        skills: list(
          object({ id, name: text, description: text, body: text, tags: list(anything) }),
        ),
        routingRules: list(object({ id, taskClass: text, preferModelIds: list(text) })),
        roleTemplates: list(role),
        pipelines: list(pipeline),
        uiPanels: list(panel),
        toolNames: list(text),
      }),
    ),
    settings: fc.option(mostly(fc.array(setting, { maxLength: 2 })), { nil: undefined }),
  },
  { requiredKeys: ['id', 'name', 'version', 'description', 'apiVersion'] },
);
