/** Parses Markdown into tokens in a worker, which is terminated after its answer or a time limit. */
import type { MarkdownAnswer, MarkdownTokens } from './markdown-worker.ts'
import { viewLimits } from '../console-view-limits.ts'

interface TrustedPolicy {
  createScriptURL: (address: string) => string
}

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => TrustedPolicy
}

const address = new URL('markdown-worker.ts', import.meta.url).href

let policy: TrustedPolicy | null = null

/** The script of the worker; the policy allows no other. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
  if (trustedTypes === undefined) return address
  policy ??= trustedTypes.createPolicy('seine-worker', { createScriptURL: () => address })
  return policy.createScriptURL(address)
}

/**
 * Returns the tokens of a text.
 * @returns null when they cannot be made in time.
 */
export async function markdownTokens(text: string, signal: AbortSignal): Promise<MarkdownTokens | null> {
  const worker = new Worker(workerAddress(), { type: 'module' })
  const answer = Promise.withResolvers<MarkdownTokens | null>()
  const none = (): void => answer.resolve(null)
  let timer = setTimeout(none, viewLimits.readWithinMs)
  worker.addEventListener('message', ({ data }: MessageEvent<MarkdownAnswer>) => {
    if (data !== 'ready') return answer.resolve(data)
    // The time limit starts once the worker is ready: loading its script over a slow network does not count.
    clearTimeout(timer)
    timer = setTimeout(none, viewLimits.markdownMs)
  })
  worker.addEventListener('error', none)
  signal.addEventListener('abort', none)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin to name
  worker.postMessage(text)
  const tokens = await answer.promise
  clearTimeout(timer)
  worker.terminate()
  return tokens
}
