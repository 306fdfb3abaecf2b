import { testRows } from '../short-rows.ts'

testRows('second')
