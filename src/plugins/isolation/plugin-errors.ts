/** The process of a plugin has ended, or was never there; the message says why. */
export class PluginEndedError extends Error {}

/** The plugin's own code threw; the message is what it said. */
export class PluginThrewError extends Error {}

/** The plugin's code took longer than its limit and was broken off; the plugin goes on. */
export class PluginInterruptedError extends Error {}
