/** A request of the API that is shown as code. */

export interface CodedRequest {
  method: 'GET' | 'POST'
  /** Path with a slash in front. */
  path: string
  /** The body; null: none. */
  body: Readonly<Record<string, unknown>> | null
}
