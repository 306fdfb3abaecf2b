/** An API request for code samples. */

export interface CodedRequest {
  method: 'GET' | 'POST'
  /** Path with a slash in front. */
  path: string
  /** JSON body; null without one. */
  body: Readonly<Record<string, unknown>> | null
}
