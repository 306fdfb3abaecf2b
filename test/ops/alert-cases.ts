/** Divides the tests of alerts, as promtool evaluates every rule of a file for every minute of every test in it. */
import { parse, stringify } from 'yaml'

interface RuleFile {
  groups: { rules: { alert: string }[] }[]
}

interface TestFile {
  tests: { alert_rule_test: { alertname: string }[] }[]
}

/** Files of one test, by name. */
export interface AlertCase {
  rules: { name: string; text: string }
  test: { name: string; text: string }
}

/**
 * Returns for each test a file that has it alone, and one with the alerts that it asks for. An alert does not depend on
 * other alerts: there are no recorded series, and no expression reads `ALERTS`.
 * @throws Error when this is no longer so, or when a test has parts that are not about named alerts
 */
export function alertCases(rulesText: string, testsText: string): AlertCase[] {
  if (/\bALERTS|^\s*(?:- )?record:/m.test(rulesText)) throw new Error('an alert depends on other rules')
  if (/^\s*(?:- )?promql_expr_test:/m.test(testsText)) throw new Error('a test asks for more than alerts')
  const rules = parse(rulesText) as RuleFile
  const file = parse(testsText) as TestFile
  return file.tests.map((test, index) => {
    const asked = new Set(test.alert_rule_test.map(({ alertname }) => alertname))
    const groups = rules.groups
      .map((group) => ({ ...group, rules: group.rules.filter(({ alert }) => asked.has(alert)) }))
      .filter((group) => group.rules.length > 0)
    const name = `rules-${index}.yml`
    return {
      rules: { name, text: stringify({ ...rules, groups }) },
      test: { name: `test-${index}.yml`, text: stringify({ ...file, rule_files: [name], tests: [test] }) },
    }
  })
}
