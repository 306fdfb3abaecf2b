/** The breaches that are left of each rule. The numbers only go down. */
import type { Rule } from './breaches.ts'

/** Rule → breaches that are known. A change that mends some lowers the number with it. */
export const ratchet: Readonly<Record<Rule, number>> = {
  floors: 0,
  'room-circles': 0,
  'file-circles': 0,
  'crowded-folders': 0,
  'long-files': 0,
  'repeated-types': 0,
  'test-tools': 0,
  'named-paths': 0,
}
