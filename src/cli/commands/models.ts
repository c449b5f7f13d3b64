import { type Command, Option } from 'commander';
import {
  type ModelTier,
  modelTiers,
  routingPostures,
  taskClasses,
} from '../../protocol/records/enums.js';
import type { ModelSpec, ProviderStatus } from '../../protocol/records/models.js';
import type { Act, Around } from '../around.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { renderDecision, renderReplay } from '../render-route.js';
import { parseRouteArguments } from '../route-arguments.js';
import { replay, whatIf } from '../route-report.js';
import { office } from '../command-name.js';

interface ModelsOptions {
  readonly provider?: string;
  readonly tier?: ModelTier;
}

const modelExamples = `
Examples:
  $ ${office} models --tier strong
  $ ${office} models providers                      which providers are set up, and how to set up others
  $ ${office} models discover openai                ask a provider what it has`;

const routeExamples = `
Examples:
  $ ${office} route --role cto --task coding --complexity 0.7 --posture cheap
  $ ${office} route --replay run_1a2b --posture cheap`;

export function addModels(program: Command, act: Act): void {
  const models = program
    .command('models')
    .description('the models that turns can go to')
    .option('--provider <id>', 'only those of this provider')
    .addOption(new Option('--tier <tier>', 'only those of this tier').choices(modelTiers))
    .addHelpText('after', modelExamples)
    .action(act(list));
  models.command('providers').description('how each provider stands').action(act(providers));
  models
    .command('discover')
    .description('ask one provider, or all of them, for their models')
    .argument('[provider]')
    .action(act(discover));
  addRoute(program, act);
}

function addRoute(program: Command, act: Act): void {
  program
    .command('route')
    .description('which model a turn would go to, and why')
    .option('--role <id>', 'whose model policy to use')
    .addOption(new Option('--task <class>', 'what the turn is').choices(taskClasses))
    .option('--complexity <0..1>', 'how hard it is; 0.5 without it')
    .addOption(new Option('--posture <posture>', "without it the floor's").choices(routingPostures))
    .option('--budget <dollars>', 'what is left to spend')
    .option('--no-tools', 'the turn needs no tools')
    .option('--exclude <model...>', 'leave models out')
    .option('--replay <run>', 'route the turns of a stored run once more')
    .option('--workspace <floor>', 'without it the default one')
    .addHelpText('after', routeExamples)
    .action(act(route));
}

async function list({ http, out }: Around, command: Command): Promise<void> {
  const { provider, tier } = command.opts<ModelsOptions>();
  const models = (await http.models()).filter(
    (model) =>
      (provider === undefined || model.providerId === provider) &&
      (tier === undefined || model.tier === tier),
  );
  out.list(models, (shown) => modelRows(out, shown));
}

function modelRows(out: Output, models: readonly ModelSpec[]): string[] {
  return out.table(
    ['model', 'provider', 'tier', '$/M in', '$/M out', 'context', ''],
    models.map((model) => [
      excerpt(model.id, 60),
      model.providerId,
      model.tier,
      model.unpriced ? '?' : String(model.costPerMTokIn),
      model.unpriced ? '?' : String(model.costPerMTokOut),
      `${Math.round(model.contextWindow / 1000)}k`,
      model.disabled ? 'disabled' : '',
    ]),
  );
}

async function providers({ http, out }: Around): Promise<void> {
  out.list(await http.providers(), (shown) => providerRows(out, shown));
}

function providerRows(out: Output, shown: readonly ProviderStatus[]): string[] {
  return out.table(
    ['provider', 'set up', 'models', 'from', ''],
    shown.map(({ id, configured, modelCount, modelSource, modelSourceDetail, hint }) => [
      id,
      configured ? 'yes' : 'no',
      String(modelCount),
      modelSource,
      excerpt(modelSourceDetail ?? hint ?? '', 140),
    ]),
  );
}

async function discover({ http, out }: Around, { args: [providerId] }: Command): Promise<void> {
  const answer = await http.discoverModels(providerId === undefined ? {} : { providerId });
  out.show(answer, ({ note, providers: found }) => [
    ...(note === undefined ? [] : [note, '']),
    ...providerRows(out, found),
  ]);
}

async function route({ http, out }: Around, command: Command): Promise<void> {
  const args = parseRouteArguments(argumentsOf(command));
  if (args?.kind === 'replay') out.list(await replay(args, http), renderReplay);
  else if (args?.kind === 'what-if') out.show(await whatIf(args, http), renderDecision);
}

/** The options in the form of `npm run route`, which parses them. */
function argumentsOf(command: Command): string[] {
  const { tools, ...options } = command.opts<Record<string, string | string[] | boolean>>();
  const given = Object.entries(options).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => [`--${name}`, String(each)]),
  );
  return tools === false ? [...given, '--no-tools'] : given;
}
