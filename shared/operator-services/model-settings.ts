/** Settings of the language model that an operator configures for the `json` output. */
import { ConfigError, type Config } from '../config/config.ts'

/** How a model is reached and how much each call may use. */
export interface ModelSettings {
  /** Base URL of the API, without a trailing slash: `/chat/completions` is below it. */
  baseUrl: string
  /** API key; empty: no key is sent. */
  key: string
  name: string
  /** Tokens of prompt and answer together. */
  contextTokens: number
  /** Tokens of one answer. */
  outputTokens: number
  /** Timeout of one call, milliseconds. */
  timeoutMs: number
  /** Calls at a time in this process. */
  concurrency: number
  /** Tokens of all calls for a page together. */
  pageTokens: number
}

/** The configuration settings of the model. */
export type ModelConfig = Pick<Config, Extract<keyof Config, `SEINE_MODEL_${string}`>>

function urlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'must be a URL such as http://127.0.0.1:11434/v1'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be a URL with http: or https:'
  if (url.username !== '' || url.password !== '') return 'must have no credentials: the key is SEINE_MODEL_KEY'
  if (url.search !== '' || url.hash !== '') return 'must be a base URL, without a query and a fragment'
  return null
}

/**
 * Reads the settings of the model.
 * @returns null when no model is configured.
 * @throws ConfigError for an invalid URL, a missing name, or an answer size that leaves no room for the page. The
 *   message quotes no value.
 */
export function readModel(config: ModelConfig): ModelSettings | null {
  const given = config.SEINE_MODEL_URL.trim()
  if (given === '') return null
  const problems: string[] = []
  const problem = urlProblem(given)
  if (problem !== null) problems.push(`SEINE_MODEL_URL: ${problem}`)
  if (config.SEINE_MODEL_NAME.trim() === '') problems.push('SEINE_MODEL_NAME: must be given with SEINE_MODEL_URL')
  if (/[^\x21-\x7E]/.test(config.SEINE_MODEL_KEY.trim())) {
    problems.push('SEINE_MODEL_KEY: must have no white space and nothing beyond ASCII')
  }
  if (config.SEINE_MODEL_OUTPUT_TOKENS * 2 > config.SEINE_MODEL_CONTEXT_TOKENS) {
    problems.push('SEINE_MODEL_OUTPUT_TOKENS: must be at most half of SEINE_MODEL_CONTEXT_TOKENS')
  }
  if (problems.length > 0) throw new ConfigError(`invalid configuration\n  ${problems.join('\n  ')}`)
  return {
    baseUrl: new URL(given).href.replace(/\/+$/, ''),
    key: config.SEINE_MODEL_KEY.trim(),
    name: config.SEINE_MODEL_NAME.trim(),
    contextTokens: config.SEINE_MODEL_CONTEXT_TOKENS,
    outputTokens: config.SEINE_MODEL_OUTPUT_TOKENS,
    timeoutMs: config.SEINE_MODEL_TIMEOUT_MS,
    concurrency: config.SEINE_MODEL_CONCURRENCY,
    pageTokens: config.SEINE_MODEL_PAGE_TOKENS,
  }
}
