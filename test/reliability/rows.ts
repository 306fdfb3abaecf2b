/** All rows, in the order of the table. */
import { firstHalf } from './first-half.ts'
import type { Row } from './row.ts'
import { secondHalf } from './second-half.ts'

export const rows: readonly Row[] = [...firstHalf, ...secondHalf]
