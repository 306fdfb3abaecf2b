import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContenderFigures } from './browser-figures.ts'
import { browserTable, phaseTable, ratioLines } from './browser-table.ts'

const figures = (others: Partial<ContenderFigures>): ContenderFigures => ({
  contender: 'seine-network',
  title: 'Seine, all traffic',
  atOnce: 1,
  rounds: 3,
  loads: 60,
  whole: 59,
  pagesPerSecond: 4.126,
  medianMs: 240.4,
  p95Ms: 380.6,
  requestsPerPage: 50,
  ownCpuMsPerPage: 20.2,
  belowCpuMsPerPage: 240.1,
  cpuMsPerPage: 260.3,
  peakPssBytes: 300 * 1024 ** 2,
  phases: {},
  ...others,
})

test('contenders stand side by side, one load at a time before two', () => {
  const lines = browserTable([figures({ atOnce: 2 }), figures({ title: 'Puppeteer' })]).split('\n')
  assert.match(lines[0] ?? '', /^contender .* PSS MB$/)
  assert.match(lines[1] ?? '', /^Puppeteer +1 +59\/60 +4\.13 +240 +381 +50 +260 +20 +240 +300$/)
  assert.match(lines[2] ?? '', /^Seine, all traffic +2 /)
})

test('phases are shown for tools that report them', () => {
  assert.equal(phaseTable([figures({})]), '')
  const lines = phaseTable([figures({ phases: { acquire: 12.34, navigate: 150 } }), figures({})]).split('\n')
  assert.match(lines[0] ?? '', /acquire +navigate$/)
  assert.match(lines[1] ?? '', /^Seine, all traffic +1 +12\.3 +150\.0$/)
  assert.equal(lines.length, 3)
})

test('a missed target is marked', () => {
  const ratio = { contender: 'seine-network', against: 'puppeteer', atOnce: 1, rate: 0.8, cpu: 1.1 }
  assert.equal(
    ratioLines([{ ...ratio, rateAim: 0.9, cpuAim: 1.2 }]),
    'Seine against puppeteer, 1 at once: pages/s 0.80 x (aim >= 0.9, missed), CPU 1.10 x (aim <= 1.2)\n',
  )
  assert.match(ratioLines([{ ...ratio, rateAim: null, cpuAim: null }]), /pages\/s 0\.80 x, CPU 1\.10 x\n/)
})
