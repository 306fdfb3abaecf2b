/**
 * The consent library and its rules, read once from the installed package; nothing is fetched. Rules:
 * https://github.com/duckduckgo/autoconsent
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { filterCompactRules, type CompactCMPRuleset, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'

const { resolve } = createRequire(import.meta.url)

interface ConsentKit {
  /** Source of the library as a CommonJS module. */
  library: string
  rules: IndexedCMPRuleset
}

let kit: Promise<ConsentKit> | undefined

async function readKit(): Promise<ConsentKit> {
  const [library, rules] = await Promise.all([
    readFile(resolve('@duckduckgo/autoconsent'), 'utf8'),
    readFile(resolve('@duckduckgo/autoconsent/rules/compact-rules.json'), 'utf8'),
  ])
  return { library, rules: JSON.parse(rules) as IndexedCMPRuleset }
}

/**
 * Returns what a frame needs to reject its consent banner: the library, and the rules that may apply to the frame.
 * @param url URL of the frame.
 */
export async function consentScript(
  url: string,
  mainFrame: boolean,
): Promise<{ library: string; rules: CompactCMPRuleset }> {
  kit ??= readKit()
  const { library, rules } = await kit
  return { library, rules: filterCompactRules(rules, { url, mainFrame }) }
}
