/** Hostile pages by their elements: too deep, out of turn, too many. */
import { closing, mark, page, times, type HostileInput } from './input.ts'

const nesting: HostileInput[] = [
  page('10,000 nested div', () => `${'<div>'.repeat(10_000)}${mark}`),
  page('100,000 nested div', () => `${'<div>'.repeat(100_000)}${mark}`),
  page('100,000 nested div, closed', () => `${'<div>'.repeat(100_000)}${mark}${'</div>'.repeat(100_000)}`),
  page('100,000 nested unknown elements', () => `${'<x-y>'.repeat(100_000)}${mark}`),
  page('100,000 nested span', () => `${'<span>'.repeat(100_000)}${mark}`),
  page('50,000 nested lists', () => `${'<ul><li>'.repeat(50_000)}${mark}`),
  page('50,000 nested quotes', () => `${'<blockquote>'.repeat(50_000)}${mark}`),
  page('20,000 nested tables', () => `${'<table><tr><td>'.repeat(20_000)}${mark}`),
  page('100,000 nested SVG groups', () => `${closing}<svg>${'<g>'.repeat(100_000)}`),
  page('100,000 nested SVG elements', () => `${closing}<svg>${'<x>'.repeat(100_000)}`),
  page('50,000 nested MathML rows', () => `${closing}<math>${'<mrow>'.repeat(50_000)}`),
  page('50,000 SVG and foreignObject in turn', () => `${closing}${'<svg><foreignObject>'.repeat(50_000)}`),
  page('100,000 nested templates', () => `${closing}${'<template>'.repeat(100_000)}`),
  page('20,000 nested select', () => `${closing}${'<select><option>'.repeat(20_000)}`),
  page('20,000 nested forms and fieldsets', () => `${'<form><fieldset>'.repeat(20_000)}${mark}`),
  page('20,000 nested buttons and links', () => `${closing}${'<a href=/x><button>'.repeat(20_000)}`),
]

const misnesting: HostileInput[] = [
  page('20,000 unclosed links', () => `${times(20_000, (i) => `<a href=/${i}>${i} `)}${mark}`),
  page('100,000 unclosed links around blocks', () => `${'<a href=/x><div>'.repeat(100_000)}${mark}`),
  page('3,000 bold paragraphs, unclosed', () => `${'<b><p>'.repeat(3_000)}${mark}`),
  page('100,000 bold paragraphs, unclosed', () => `${'<b><p>'.repeat(100_000)}${mark}`),
  page('1,500 nested font and table', () => `${'<font><table><tr><td>'.repeat(1_500)}${mark}`),
  page('100,000 formatting elements of one kind', () => `${'<b>'.repeat(100_000)}${mark}`),
  page('100,000 formatting elements, no two alike', () => `${times(100_000, (i) => `<font size=${i}>`)}${mark}`),
  page(
    '20,000 formatting elements reopened in 20,000 paragraphs',
    () => `${times(20_000, (i) => `<i id=${i}>`)}${'<p>x</p>'.repeat(20_000)}${mark}`,
  ),
  page('50,000 misnested b and i', () => `${'<b><i></b></i>x'.repeat(50_000)}${mark}`),
  page(
    'adoption agency at its worst: 20,000 ends over 2,000 blocks',
    () => `${'<a>'.repeat(8)}<b>${'<div>'.repeat(2_000)}${'</b><b>'.repeat(20_000)}${mark}`,
  ),
  page('10,000 links closed out of turn', () => `${'<a href=/x><p><b><div></a>'.repeat(10_000)}${mark}`),
  page('30,000 texts astray in a table', () => `<table>${'<tr>astray'.repeat(30_000)}</table>${mark}`),
  page('30,000 elements astray in a table', () => `<table>${'<b>a<tr>'.repeat(30_000)}</table>${mark}`),
  page('20,000 tables astray in tables', () => `${'<table>'.repeat(20_000)}${mark}`),
  page('100,000 end tags without a start', () => `${'</p></br></x>'.repeat(100_000)}${mark}`),
  page(
    '100,000 unknown end tags under 500 elements',
    () => `${'<div>'.repeat(500)}${times(100_000, (i) => `</x${i % 7}>`)}${mark}`,
  ),
  page(
    '50,000 end tags that match the outermost of 500 elements only in name',
    () => `<section>${'<div><table><tr><td>'.repeat(120)}${'</section>'.repeat(50_000)}${mark}`,
  ),
  page('100,000 html and body tags with attributes', () => `${times(100_000, (i) => `<body a${i}=1>`)}${mark}`),
  page('100,000 framesets', () => `${closing}${'<frameset><frame>'.repeat(100_000)}`),
]

const floods: HostileInput[] = [
  page('100,000 br', () => `${'<br>'.repeat(100_000)}${mark}`),
  page('1,000,000 br', () => `${'<br>'.repeat(1_000_000)}${mark}`),
  page('260,000 elements', () => `${'<i></i>'.repeat(260_000)}${mark}`),
  page(
    '40,000 paragraphs',
    () => `${times(40_000, (i) => `<p>Paragraph ${i} with a few words of text.</p>`)}${closing}`,
  ),
  page('100,000 headings', () => `${times(100_000, (i) => `<h2>Heading ${i}</h2>`)}${closing}`),
  page('100,000 main headings', () => `${times(100_000, (i) => `<h1>${i}</h1>`)}${closing}`),
  page(
    '100,000 siblings of one class',
    () => `<main>${times(100_000, (i) => `<div class="card item">Item ${i}</div>`)}${closing}</main>`,
  ),
  page('100,000 list items', () => `<ul>${times(100_000, (i) => `<li>Item ${i}`)}</ul>${closing}`),
  page('30,000 table rows', () => `<table>${times(30_000, (i) => `<tr><td>${i}<td>x`)}</table>${closing}`),
  page('2,000 table rows', () => `<table>${times(2_000, (i) => `<tr><td>${i}<td>two<td>three`)}</table>${closing}`),
  page('one row of 50,000 cells', () => `<table><tr>${times(50_000, (i) => `<td>${i}`)}</table>${closing}`),
  page(
    '300 rows whose cells span 1,000 columns and rows',
    () => `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(300)}</table>${closing}`,
  ),
  page(
    'one long row and 50,000 short ones',
    () => `<table><tr>${'<td>a'.repeat(5_000)}${'<tr><td>b'.repeat(50_000)}</table>${closing}`,
  ),
  page('50,000 links', () => `${times(50_000, (i) => `<a href="/page/${i}">Link ${i}</a> `)}${closing}`),
  page('50,000 links to one page', () => `${'<a href="?q=%zz&x">x</a> '.repeat(50_000)}${closing}`),
  page('100,000 images', () => `${times(100_000, (i) => `<img src=/${i}.png alt=${i}>`)}${closing}`),
  page('100,000 options', () => `<select>${'<option>x'.repeat(100_000)}</select>${closing}`),
  page('100,000 templates', () => `${'<template><p>x</template>'.repeat(100_000)}${closing}`),
  page('100,000 meta elements', () => `${times(100_000, (i) => `<meta name=author content="Author ${i}">`)}${closing}`),
  page(
    '100,000 OpenGraph properties',
    () => `${times(100_000, (i) => `<meta property="og:x${i}" content=${i}>`)}${closing}`,
  ),
  page('100,000 link elements', () => `${times(100_000, (i) => `<link rel=canonical href=/${i}>`)}${closing}`),
  page('100,000 base elements', () => `${times(100_000, (i) => `<base href=/${i}/>`)}${closing}`),
  page('100,000 titles', () => `${'<title>x</title>'.repeat(100_000)}${closing}`),
  page('50,000 times', () => `${'<time datetime=2020-01-01>x</time>'.repeat(50_000)}${closing}`),
  page(
    '50,000 bylines',
    () => `${times(50_000, (i) => `<span class=byline rel=author itemprop=author>By A ${i}</span>`)}${closing}`,
  ),
  page(
    '100,000 footnotes',
    () => `${times(50_000, (i) => `<a href=#fn${i} id=r${i}>${i}</a><p id=fn${i}>n</p>`)}${closing}`,
  ),
  page('50,000 code lines', () => `<pre><code>${'<span>a`b</span>\n'.repeat(50_000)}</code></pre>${closing}`),
  page('50,000 details', () => `${'<details><summary>a</summary>b</details>'.repeat(50_000)}${closing}`),
  page('50,000 definitions', () => `<dl>${'<dt>a<dd>b'.repeat(50_000)}</dl>${closing}`),
  page('20,000 formulas', () => `${'<math><mi>x</mi></math>'.repeat(20_000)}${closing}`),
  page(
    '50,000 microdata items',
    () => `${'<div itemscope itemtype=x><i itemprop=name>a</i></div>'.repeat(50_000)}${closing}`,
  ),
]

/** All of them. */
export const elementInputs: readonly HostileInput[] = [...nesting, ...misnesting, ...floods]
