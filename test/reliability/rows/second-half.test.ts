import { secondHalf } from '../second-half.ts'
import { testRows } from '../short-rows.ts'

testRows('second', secondHalf)
