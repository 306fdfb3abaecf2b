/**
 * Pages and documents made to hang, exhaust or crash an extractor. Every one is answered within the
 * budget of a page; where there is text to be read, the answer has it.
 */
import { documentInputs } from './document-inputs.ts'
import { elementInputs } from './element-inputs.ts'
import type { HostileInput } from './input.ts'
import { textInputs } from './text-inputs.ts'

/** All of them. */
export const hostileInputs: readonly HostileInput[] = [...elementInputs, ...textInputs, ...documentInputs]
