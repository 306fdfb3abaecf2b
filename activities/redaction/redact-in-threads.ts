/** Redacts values on extraction threads: the event loop of the process only copies a portion of texts at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextPlan } from '@seine/shared/api/schemas/answer-texts.ts'
import { redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { Extractor, GivenText } from '@seine/shared/pages/extraction.ts'
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import { TextWalk, type TextPlace, type WalkOptions } from './text-walk.ts'

const { portionMaxCharacters, portionMaxTexts } = redactionLimits

/** Redacts texts for one tenant. */
export interface TextThreads {
  redact(texts: readonly GivenText[], redaction: Redaction): Promise<string[]>
}

/** Uses the threads of an extractor, in which tenants take turns. */
export const textThreads = (extractor: Pick<Extractor, 'redact'>, tenant: string): TextThreads => ({
  redact: async (texts, redaction) => await extractor.redact(texts, redaction, tenant),
})

/**
 * Removes secrets from a value.
 * @param redaction null when only headers are hidden.
 * @returns a copy.
 * @throws Error when the threads have been closed.
 */
export async function redactInThreads<Value>(
  value: Value,
  plan: TextPlan,
  redaction: Redaction | null,
  threads: TextThreads,
  options?: WalkOptions,
): Promise<Value> {
  const walk = new TextWalk(value, plan, options)
  let portion: TextPlace[] = []
  let characters = 0
  const send = async (): Promise<void> => {
    const places = portion
    portion = []
    characters = 0
    if (redaction === null) {
      await nextTurn()
      for (const place of places) place.put(place.text)
      return
    }
    const given = places.map(({ text, isBase64, isCut }) => ({ text, isBase64, isCut }))
    const texts = await threads.redact(given, redaction)
    for (const [at, place] of places.entries()) place.put(texts[at]!)
  }
  for (const place of walk.places()) {
    // A text shorter than any secret would return unchanged: it is not sent.
    if (place.text.length < redactionLimits.secretMinCharacters) {
      place.put(place.text)
      continue
    }
    portion.push(place)
    characters += place.text.length
    if (portion.length >= portionMaxTexts || characters >= portionMaxCharacters) await send()
  }
  if (portion.length > 0) await send()
  return walk.result()
}
