import { firstHalf } from '../first-half.ts'
import { testRows } from '../short-rows.ts'

testRows('first', firstHalf)
