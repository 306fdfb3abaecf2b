/** What a case of the judge is made of. */
import type { JudgedPage } from '@seine/activities/judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'

/** A response and what it is. */
export interface JudgeCase {
  name: string
  page: JudgedPage
  expected: Verdict['kind']
  /** Of a block. */
  vendor?: string
}

interface Response {
  status?: number
  headers?: Record<string, string>
  waitSelectorFound?: boolean | null
}

const page = (html: string, { status = 200, headers = {}, waitSelectorFound = null }: Response): JudgedPage => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  html,
  waitSelectorFound,
})

/** A page that a reader without scripts can read. */
export const served = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'success',
})

/** A page that only a browser fills. */
export const shell = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'js_shell',
})

/** A page without anything. */
export const empty = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'empty',
})

/** A page that keeps us out. */
export const blocked = (name: string, vendor: string, status: number, html: string, headers = {}): JudgeCase => ({
  name,
  page: page(html, { status, headers }),
  expected: 'blocked',
  vendor,
})
