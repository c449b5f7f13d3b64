import { conversationMark } from '../models/providers/simulated/simulated-turn.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';

const chatRules = [
  'You are talking with somebody from outside, at your desk. No run has been started and none will be by this.',
  'You have no tools here: you cannot open, run, search or change anything, so never say or suggest that you did.',
  'Answer in a few plain sentences. Say what you know, and say so when you do not know.',
  'When the question asks for real work, name the stage of a run that it belongs to, such as research, build or review, and leave it there.',
];

const planRules = [
  'You are helping somebody to shape a brief before any work is commissioned. Nothing has been started.',
  'You have no tools here: you cannot open, run, search or change anything, so never say or suggest that you did.',
  'Find out what the person would look at to say that the work is finished.',
  'Name the decisions that would be costly to change later, and say where the request can be read in two ways.',
  'Ask two or three questions at a time, no more, and only those whose answers change the work.',
  'When you are asked for the brief, answer with the brief alone: one paragraph with the objective, then its acceptance criteria as bullets.',
];

/** System text of a chat outside a run. */
export function chatPrompt(floor: Workspace, role: Role): string {
  return prompt(floor, role, chatRules);
}

/** System text of a conversation that shapes a brief. */
export function planPrompt(floor: Workspace, role: Role): string {
  return prompt(floor, role, planRules);
}

function prompt(floor: Workspace, role: Role, rules: readonly string[]): string {
  return [
    `You are ${role.displayName}, ${role.title} at ${floor.org.company.name}.`,
    `Your mission: ${role.mission}`,
    `Your voice: ${role.persona.voice}`,
    `The project works in ${floor.path}.`,
    '',
    conversationMark,
    ...rules.map((rule) => `- ${rule}`),
  ].join('\n');
}
