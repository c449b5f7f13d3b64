/** The process of a plugin has ended, or was never there; the message says why. */
export class PluginEndedError extends Error {}

/** The plugin's own code threw; the message is what it said. */
export class PluginThrewError extends Error {}
