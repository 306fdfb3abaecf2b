/** The error for an engine that cannot be started. */

/** No browser of this engine can be started. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError'
}
