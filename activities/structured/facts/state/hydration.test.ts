import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../testing/facts-of.ts'

/** Returns states as plain JSON: objects without a prototype would not compare as equal. */
const states = (html: string): unknown => JSON.parse(JSON.stringify(factsOf(html).hydration))

describe('hydrationStates', () => {
  const cases: [title: string, html: string, expected: unknown[]][] = [
    [
      'reads the script of Next, without the words and settings of the interface',
      `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"item":{"name":"A","price":5},
        "messages":{"cart":"Cart"}}},"buildId":"x","runtimeConfig":{"a":1}}</script>`,
      [{ props: { pageProps: { item: { name: 'A', price: 5 } } } }],
    ],
    [
      'takes up the flat form of Nuxt',
      `<script type="application/json" id="__NUXT_DATA__" data-ssr="true">[["Reactive",1],{"data":2,"at":7},{"p":3},{"name":4,"tags":5,"self":3},"Shoe",[6,6],"wet",["Date","2024-01-01"]]</script>`,
      [{ data: { p: { name: 'Shoe', tags: ['wet', 'wet'] } }, at: '2024-01-01' }],
    ],
    [
      'reads what programs assign as literals',
      `<script>var a=1;window.__INITIAL_STATE__ = {product:{sku:'TS-X',price:12.5},on:!0};(function(){})()</script>
       <script>window["__APOLLO_STATE__"]=JSON.parse("{\\"Product:1\\":{\\"name\\":\\"A\\"}}")</script>`,
      [{ product: { sku: 'TS-X', price: 12.5 }, on: true }, { 'Product:1': { name: 'A' } }],
    ],
    [
      'puts arguments into the function that Nuxt writes',
      `<script>window.__NUXT__=(function(a,b){return {data:[{title:a,stock:b,again:a}]}}("Shoe",12));</script>`,
      [{ data: [{ title: 'Shoe', stock: 12, again: 'Shoe' }] }],
    ],
    [
      'reads the rows that Next streams',
      `<script>self.__next_f.push([1,"3:[\\"$\\",\\"div\\",null,{\\"product\\":{\\"name\\":\\"N\\"}}]\\n4:I[1]"])</script>`,
      [['$', 'div', null, { product: { name: 'N' } }]],
    ],
    [
      'reads state in attributes',
      `<div id=app data-page='{"component":"Job","job":{"title":"Cook","pay":"20"}}'></div>`,
      [{ component: 'Job', job: { title: 'Cook', pay: '20' } }],
    ],
    ['runs nothing and reads no calls', '<script>window.__STATE__ = {a: alert(1), b: "something longer"}</script>', []],
  ]
  for (const [title, html, expected] of cases)
    it(title, () => {
      assert.deepEqual(states(html), expected)
    })

  it('bounds a flat form whose values hold themselves', () => {
    const flat = JSON.stringify([{ a: 1, b: 1 }, [0, 0, 1, 1]])
    assert.ok(factsOf(`<script type="application/json" id="__NUXT_DATA__">${flat}</script>`).hydration.length === 1)
  })

  it('reads a program full of beginnings in linear time', () => {
    for (const piece of ['var a={"x":[', "var a=['", 'window.a=(function(', '<script>var b={', '/*var a={'])
      assert.ok(Array.isArray(factsOf(`<script>${piece.repeat(100_000)}</script>`).hydration))
  })
})
