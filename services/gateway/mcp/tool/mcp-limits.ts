/** Limits of the MCP server. */
export const mcpLimits = {
  /** Characters of text in a reply, and the bounds that a call may set. */
  replyCharactersDefault: 20_000,
  replyCharactersMin: 1_000,
  replyCharactersMax: 100_000,
  /** Warnings in a reply, and characters of one of them. */
  warningsMax: 20,
  warningMaxCharacters: 300,
  /** Problems of fields that an error lists. */
  fieldProblemsMax: 20,
  /** Longest wait of a call, seconds. */
  waitSecsMax: 50,
  /** Pages of a job that are read from the route at once. */
  pagesAtOnce: 20,
  /** Characters of the text of a page as a resource. */
  resourceMaxCharacters: 100_000,
  /** How long a run of a watch is tried to be started while the one before holds the watch, and the pause between tries. */
  runStartMs: 10_000,
  runStartPauseMs: 500,
  /** Time between two reads of a job while a call waits. */
  pollMs: 2_000,
  /** Time between two progress notifications. */
  heartbeatMs: 3_000,
  /** Texts that wait to be read on: how long, and how many characters in all. */
  textLifetimeMs: 15 * 60 * 1_000,
  textsMaxCharacters: 32 * 1024 * 1024,
} as const
