import { testRows } from '../short-rows.ts'

testRows('first')
