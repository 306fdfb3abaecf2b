/** Reads the body of an answer, with a time limit for each part: a large answer over a slow line may take long. */
import { noteAnswer } from './last-answer.ts'

/**
 * Returns the body as text.
 * @param withinMs how long the next part may take, milliseconds.
 * @throws when the connection breaks, the request is aborted, or no part arrives in time.
 */
export async function bodyText(response: Response, withinMs: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // Ends the read that is waiting.
      void reader.cancel().catch(() => undefined)
    }, withinMs)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (isLate) throw new Error(`no part of the answer within ${withinMs} ms`)
    if (done) return text + decoder.decode()
    noteAnswer()
    text += decoder.decode(value, { stream: true })
  }
}
