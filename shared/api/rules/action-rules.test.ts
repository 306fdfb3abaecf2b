import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkActions } from './action-rules.ts'
import { ProblemList } from './problem-list.ts'

function problemsOf(action: Record<string, unknown>): string[] {
  const list = new ProblemList()
  checkActions([action], list)
  return list.problems.map(({ pointer }) => pointer.replace('/scrape/actions/0/', ''))
}

const good: readonly Record<string, unknown>[] = [
  { action: 'click', selector: '#a' },
  { action: 'click', selector: '//a', selector_type: 'xpath' },
  { action: 'click', selector: 'button', selector_type: 'role' },
  { action: 'click', selector: 'button[name="Sign in"]', selector_type: 'role' },
  { action: 'click', selector: "button[name='a' i][pressed]", selector_type: 'role' },
  { action: 'click', selector: 'heading[level=2]', selector_type: 'role' },
  { action: 'click', selector: 'link[name=/^more/i]', selector_type: 'role' },
  { action: 'click', selector: 'role=link [name=/[/\\]]+/] [pressed]', selector_type: 'role' },
  { action: 'click', selector: '#a', frame_selector: 'iframe[title="a>>>>b"]' },
  { action: 'click', selector: '/sign\\s+in/i', selector_type: 'regex' },
  { action: 'click', selector: 'sign (in|up)', selector_type: 'regex' },
  { action: 'click', selector: '[', selector_type: 'text' },
  { action: 'click', selector: '#a', frame_selector: '#outer >> #inner', if_present: true },
  { action: 'click_and_hold', selector: '#a' },
  { action: 'type', value: 'text' },
  { action: 'fill', selector: '#a', value: '' },
  { action: 'press', value: 'Enter' },
  { action: 'press', value: 'Control+Shift+Semicolon' },
  { action: 'press', value: 5 },
  { action: 'wait_for_selector', selector: '#a', value: 'detached' },
  { action: 'click', selector: '#a', frame_selector: 'iframe[title="a >> "]' },
  { action: 'select_option', selector: '#a', value: 3 },
  { action: 'wait', duration_ms: 0 },
  { action: 'wait', value: '250' },
  { action: 'wait', value: 250 },
  { action: 'wait_for_selector', selector: '#a' },
  { action: 'wait_for_navigation' },
  { action: 'scroll' },
  { action: 'scroll', value: -300 },
  { action: 'scroll', value: ' 1000 ' },
  { action: 'scroll', selector: '#a' },
  { action: 'drag_to', selector: '#a', value: '#b' },
  { action: 'reload' },
]

for (const action of good) {
  test(`${JSON.stringify(action)} is accepted`, () => assert.deepEqual(problemsOf(action), []))
}

const wrong: readonly (readonly [action: Record<string, unknown>, ...fields: string[]])[] = [
  [{ action: 'hover' }, 'selector'],
  [{ action: 'hover', if_present: true }, 'selector'],
  [{ action: 'reload', if_present: true }, 'selector'],
  [{ action: 'click', selector: '  ' }, 'selector'],
  [{ action: 'click', selector: '(', selector_type: 'regex' }, 'selector'],
  [{ action: 'click', selector: '/a/ii', selector_type: 'regex' }, 'selector'],
  [{ action: 'click', selector: 'a'.repeat(1_001), selector_type: 'regex' }, 'selector'],
  [{ action: 'click', selector: 'button[name="x]', selector_type: 'role' }, 'selector'],
  [{ action: 'click', selector: '.button', selector_type: 'role' }, 'selector'],
  [{ action: 'click', selector: 'button[checked=1]', selector_type: 'role' }, 'selector'],
  [{ action: 'click', selector: 'button[colour=red]', selector_type: 'role' }, 'selector'],
  [{ action: 'click', selector: '#a', frame_selector: 'role=[x]' }, 'frame_selector'],
  [{ action: 'press', value: 'F99' }, 'value'],
  [{ action: 'wait_for_selector', selector: '#a', value: 'gone' }, 'value'],
  [{ action: 'click', selector: '#a', frame_selector: '#b >> ' }, 'frame_selector'],
  [{ action: 'fill' }, 'selector', 'value'],
  [{ action: 'press' }, 'value'],
  [{ action: 'press', value: '' }, 'value'],
  [{ action: 'wait' }, 'duration_ms'],
  [{ action: 'wait', value: 'a while' }, 'value'],
  [{ action: 'wait', value: -1 }, 'value'],
  [{ action: 'wait', value: 60_001 }, 'value'],
  [{ action: 'scroll', value: 'bottom' }, 'value'],
  [{ action: 'drag_to', selector: '#a' }, 'value'],
  [{ action: 'drag_to', selector: '(', selector_type: 'regex', value: ')' }, 'selector', 'value'],
]

for (const [action, ...fields] of wrong) {
  test(`${JSON.stringify(action).slice(0, 100)} is refused`, () => assert.deepEqual(problemsOf(action), fields))
}

test('what has no shape of an action is left to the schema', () => {
  const list = new ProblemList()
  checkActions([null, 5, 'click', {}, { action: 5 }], list)
  assert.ok(list.empty)
})

test('a role of any form is judged in linear time', () => {
  const hostile = [`b[a="x"${' '.repeat(4_000)}x`, `b[a=b${' '.repeat(4_000)}`, `b${'[a]'.repeat(1_300)}x`]
  for (const selector of hostile) {
    assert.deepEqual(problemsOf({ action: 'click', selector, selector_type: 'role' }), ['selector'])
  }
})
