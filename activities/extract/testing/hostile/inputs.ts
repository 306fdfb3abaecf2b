/**
 * Pages and documents built to hang, exhaust or crash an extractor. Each one is answered within the budget of a page;
 * when it has readable text, the answer contains it.
 */
import { documentInputs } from './document-inputs.ts'
import { elementInputs } from './element-inputs.ts'
import type { HostileInput } from './input.ts'
import { textInputs } from './text-inputs.ts'

/** All hostile inputs. */
export const hostileInputs: readonly HostileInput[] = [...elementInputs, ...textInputs, ...documentInputs]
