/**
 * Detects answers that block the crawler: bot challenges, captchas in place of content, refusals of firewalls. Words
 * that people may write about such pages are never sufficient.
 */
import { documentRules, genericRules, headerRules, type Evidence, type Rule } from './block-signals-rules.ts'
import type { BlockSignal } from '@seine/shared/pages/verdict.ts'
import { sourceParts, type SourceParts } from './block-signals-source.ts'

export type { BlockSignal }

/** An answer as it was received, or as rendered by a browser. */
export interface JudgedAnswer {
  /** HTTP status of the document; null when it is unknown. */
  status: number | null
  /** Names in any case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The document; only its first 256 KiB are examined. */
  html: string | null
  /** @default that of `html` */
  title?: string | null
  /** Number of characters of readable text, when already counted. @default that of `html` */
  textLength?: number
}

/** Block pages carry their signs early in the document. */
const htmlMaxCharacters = 256 * 1024

/** A page with more readable text, in characters, has content, whatever else it contains. */
const contentMinCharacters = 2_048

/** One of these is in the source of every block page whose status is not that of a refusal. */
const marks =
  /(?:px-|g-re|h-|_|frc-)captcha|captcha-(?:delivery|form)|recaptcha\/(?:api2|enterprise)\/anchor|hcaptcha\.com|funcaptcha|turnstile|challenge-platform|_cf_chl_opt|challenges\.cloudflare|_incapsula_resource|whywasiblocked|blockscript|sec-if-cpt|cp_challenge|bm-verify|gokuprops|149e9513|infodiv0|sucuri_cloudproxy|anubis_challenge|support\sid|was\srejected|arkoselabs/i

const nothing: SourceParts = { code: '', text: '', title: '' }

function headerReader(headers: JudgedAnswer['headers']): (name: string) => string {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = byName.get(name)
    return (Array.isArray(value) ? value.join(', ') : (value ?? '')).trim()
  }
}

const found = (rules: readonly Rule[], evidence: Evidence): BlockSignal | null => {
  const hit = rules.find(({ applies }) => applies(evidence))
  return hit === undefined ? null : { vendor: hit.vendor, signal: hit.signal, confidence: hit.confidence }
}

/**
 * Judges an answer. Pure, in time linear in the examined part of the document.
 * @returns the sign that the answer is a block, the most reliable one first; null for a page that was served.
 */
export function blockSignal(answer: JudgedAnswer): BlockSignal | null {
  const status = answer.status ?? 0
  const refused = status >= 400
  const bareFacts = { status, refused, header: headerReader(answer.headers) }
  const byHeaders = found(headerRules, { ...bareFacts, ...nothing, bare: false })
  if (byHeaders !== null) return byHeaders
  const counted = answer.textLength
  // The usual case: a page with content.
  if (!refused && (answer.html === null || (counted ?? 0) >= contentMinCharacters)) return null
  const html = answer.html ?? ''
  const head = html.slice(0, htmlMaxCharacters)
  if (!refused && !marks.test(head)) return null
  const parts = sourceParts(head)
  const evidence: Evidence = {
    ...bareFacts,
    ...parts,
    title: answer.title?.trim().toLowerCase() ?? parts.title,
    // Block pages are never longer than the examined part.
    bare: html.length <= htmlMaxCharacters && Math.max(counted ?? 0, parts.text.length) < contentMinCharacters,
  }
  return found(documentRules, evidence) ?? found(genericRules, evidence)
}
