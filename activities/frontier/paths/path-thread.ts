/** Entry point of the thread that matches paths with the patterns of callers: one call at a time, in counted steps. */
import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { patternLimits } from '@seine/shared/config/pattern-limits.ts'
import { PatternBudget, PatternTooCostlyError } from '@seine/shared/urls/pattern-budget.ts'
import { pathVerdicts, type PathCall, type PathMessage } from './path-calls.ts'
import { createPathRules, type PathLists, type PathRules } from './path-rules.ts'

const port = parentPort
if (port === null) throw new Error('path-thread.ts runs as a worker thread only')

/** Compiled rules by the text of their lists. */
const kept = new LRUCache<string, PathRules>({ max: patternLimits.listsKept })

function rulesOf({ includePaths, excludePaths }: PathLists): PathRules {
  const key = JSON.stringify([includePaths, excludePaths])
  const rules = kept.get(key) ?? createPathRules({ includePaths, excludePaths })
  kept.set(key, rules)
  return rules
}

function answer({ lists, texts, steps }: PathCall): PathMessage {
  const verdicts: number[] = []
  let spent = 0
  try {
    const rules = rulesOf(lists)
    for (const text of texts) {
      if (spent >= patternLimits.stepsPerTurn) break
      const budget = new PatternBudget(Math.min(steps - spent, patternLimits.stepsAtFirst))
      const broken = rules.testText(text, budget)
      verdicts.push(pathVerdicts.findIndex((verdict) => verdict?.rule === broken?.rule))
      spent += budget.spent
    }
  } catch (error) {
    if (error instanceof PatternTooCostlyError || error instanceof TypeError) {
      return { kind: 'refused', reason: error.message }
    }
    throw error
  }
  return { kind: 'matched', verdicts: Uint8Array.from(verdicts), spent }
}

// An uncaught error ends the thread, which the process notices at once.
port.on('message', (call: PathCall) => port.postMessage(answer(call)))
port.postMessage({ kind: 'ready' } satisfies PathMessage)
