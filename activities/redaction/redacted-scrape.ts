/** Redacts the parts of a page scrape other than its content. Screenshots are not changed. */
import { actionResultSchema, errorSchema, attemptSchema } from '@seine/shared/api/schemas/attempt-schema.ts'
import { textPlan, type TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import { scrapeResultSchema } from '@seine/shared/api/schemas/scrape-result.ts'
import type { PageRedaction } from '@seine/shared/pages/extraction.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { redactInThreads, type TextThreads } from './redact-in-threads.ts'
import { redactionOf } from './redaction.ts'
import { objectPlan } from './text-plans.ts'

const foreign: TextPlan = { kind: 'foreign' }
const listOf = (item: TextPlan): TextPlan => ({ kind: 'list', item })

const scrapePlan = objectPlan({
  fault: textPlan(errorSchema),
  escalation: objectPlan({ why: { kind: 'keep' }, reasons: foreign }),
  attempts: listOf(textPlan(attemptSchema)),
  redirects: listOf(objectPlan({ url: { kind: 'text' }, location: { kind: 'text' } })),
  actions: listOf(textPlan(actionResultSchema)),
  cachedAt: { kind: 'keep' },
})

const { metadata } = scrapeResultSchema.properties
const metadataPlan = textPlan(metadata)

/** Returns what the thread that reads a page must redact; null when there is nothing to redact. */
export function pageRedaction(session: Pick<PageSession, 'secrets'> | null | undefined): PageRedaction | null {
  const redaction = redactionOf(session?.secrets ?? [])
  return redaction === null ? null : { ...redaction, metadata: metadataPlan }
}

/**
 * Removes secrets from a scrape whose content has already been redacted.
 * @returns the scrape itself when there are no secrets.
 */
export async function redactedScrape(
  scrape: PageScrape,
  session: Pick<PageSession, 'secrets'> | null | undefined,
  threads: TextThreads,
): Promise<PageScrape> {
  const redaction = redactionOf(session?.secrets ?? [])
  if (redaction === null) return scrape
  const { answer, screenshot, winningAttempt, ...rest } = scrape
  const extracted = answer?.extracted ?? null
  const heads = {
    ...rest,
    finalUrl: answer?.finalUrl ?? '',
    headers: answer?.headers ?? {},
    // Content that no extraction thread has read.
    contentType: extracted?.metadata.contentType ?? '',
  }
  const { finalUrl, headers, contentType, ...shown } = await redactInThreads(heads, scrapePlan, redaction, threads)
  if (answer === null) return { ...shown, answer, screenshot, winningAttempt }
  const read = extracted === null ? null : { ...extracted, metadata: { ...extracted.metadata, contentType } }
  return { ...shown, answer: { ...answer, finalUrl, headers, extracted: read }, screenshot, winningAttempt }
}
