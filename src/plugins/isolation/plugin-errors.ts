/** A plugin's process has ended, or never started; the message says why. */
export class PluginEndedError extends Error {}

/** The plugin's code threw; the message is its own. */
export class PluginThrewError extends Error {}

/** The plugin's code exceeded its time and was interrupted; the plugin continues. */
export class PluginInterruptedError extends Error {}
