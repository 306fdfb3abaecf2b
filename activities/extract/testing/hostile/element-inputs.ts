/** Hostile pages that attack through their elements: too deep, misnested, too many. */
import { closing, mark, page, times, type HostileInput } from './input.ts'

const nesting: HostileInput[] = [
  page('10,000 nested div', (share) => `${'<div>'.repeat(share * 10_000)}${mark}`),
  page('100,000 nested div', (share) => `${'<div>'.repeat(share * 100_000)}${mark}`),
  page(
    '100,000 nested div, closed',
    (share) => `${'<div>'.repeat(share * 100_000)}${mark}${'</div>'.repeat(share * 100_000)}`,
  ),
  page('100,000 nested unknown elements', (share) => `${'<x-y>'.repeat(share * 100_000)}${mark}`),
  page('100,000 nested span', (share) => `${'<span>'.repeat(share * 100_000)}${mark}`),
  page('50,000 nested lists', (share) => `${'<ul><li>'.repeat(share * 50_000)}${mark}`),
  page('50,000 nested quotes', (share) => `${'<blockquote>'.repeat(share * 50_000)}${mark}`),
  page('20,000 nested tables', (share) => `${'<table><tr><td>'.repeat(share * 20_000)}${mark}`),
  page('100,000 nested SVG groups', (share) => `${closing}<svg>${'<g>'.repeat(share * 100_000)}`),
  page('100,000 nested SVG elements', (share) => `${closing}<svg>${'<x>'.repeat(share * 100_000)}`),
  page('50,000 nested MathML rows', (share) => `${closing}<math>${'<mrow>'.repeat(share * 50_000)}`),
  page('50,000 SVG and foreignObject in turn', (share) => `${closing}${'<svg><foreignObject>'.repeat(share * 50_000)}`),
  page('100,000 nested templates', (share) => `${closing}${'<template>'.repeat(share * 100_000)}`),
  page(
    '50,000 nested shadow roots',
    (share) => `${closing}${'<x-y><template shadowrootmode=open><slot>'.repeat(share * 50_000)}`,
  ),
  page(
    '30,000 hosts that hand each other on',
    (share) => `${closing}${'<x-y><template shadowrootmode=open><p><slot></slot></template>'.repeat(share * 30_000)}`,
  ),
  page('20,000 nested select', (share) => `${closing}${'<select><option>'.repeat(share * 20_000)}`),
  page('20,000 nested forms and fieldsets', (share) => `${'<form><fieldset>'.repeat(share * 20_000)}${mark}`),
  page('20,000 nested buttons and links', (share) => `${closing}${'<a href=/x><button>'.repeat(share * 20_000)}`),
]

const misnesting: HostileInput[] = [
  page('20,000 unclosed links', (share) => `${times(share * 20_000, (i) => `<a href=/${i}>${i} `)}${mark}`),
  page('100,000 unclosed links around blocks', (share) => `${'<a href=/x><div>'.repeat(share * 100_000)}${mark}`),
  page('3,000 bold paragraphs, unclosed', (share) => `${'<b><p>'.repeat(share * 3_000)}${mark}`),
  page('100,000 bold paragraphs, unclosed', (share) => `${'<b><p>'.repeat(share * 100_000)}${mark}`),
  page('1,500 nested font and table', (share) => `${'<font><table><tr><td>'.repeat(share * 1_500)}${mark}`),
  page('100,000 formatting elements of one kind', (share) => `${'<b>'.repeat(share * 100_000)}${mark}`),
  page(
    '100,000 formatting elements, no two alike',
    (share) => `${times(share * 100_000, (i) => `<font size=${i}>`)}${mark}`,
  ),
  page(
    '20,000 formatting elements reopened in 20,000 paragraphs',
    (share) => `${times(share * 20_000, (i) => `<i id=${i}>`)}${'<p>x</p>'.repeat(share * 20_000)}${mark}`,
  ),
  page('50,000 misnested b and i', (share) => `${'<b><i></b></i>x'.repeat(share * 50_000)}${mark}`),
  page(
    'adoption agency at its worst: 20,000 ends over 2,000 blocks',
    (share) => `${'<a>'.repeat(8)}<b>${'<div>'.repeat(share * 2_000)}${'</b><b>'.repeat(share * 20_000)}${mark}`,
  ),
  page('10,000 links closed out of turn', (share) => `${'<a href=/x><p><b><div></a>'.repeat(share * 10_000)}${mark}`),
  page('30,000 texts astray in a table', (share) => `<table>${'<tr>astray'.repeat(share * 30_000)}</table>${mark}`),
  page('30,000 elements astray in a table', (share) => `<table>${'<b>a<tr>'.repeat(share * 30_000)}</table>${mark}`),
  page('20,000 tables astray in tables', (share) => `${'<table>'.repeat(share * 20_000)}${mark}`),
  page('100,000 end tags without a start', (share) => `${'</p></br></x>'.repeat(share * 100_000)}${mark}`),
  page(
    '100,000 unknown end tags under 500 elements',
    (share) => `${'<div>'.repeat(500)}${times(share * 100_000, (i) => `</x${i % 7}>`)}${mark}`,
  ),
  page(
    '50,000 end tags that match the outermost of 500 elements only in name',
    (share) => `<section>${'<div><table><tr><td>'.repeat(120)}${'</section>'.repeat(share * 50_000)}${mark}`,
  ),
  page(
    '100,000 html and body tags with attributes',
    (share) => `${times(share * 100_000, (i) => `<body a${i}=1>`)}${mark}`,
  ),
  page('100,000 framesets', (share) => `${closing}${'<frameset><frame>'.repeat(share * 100_000)}`),
]

const floods: HostileInput[] = [
  page('100,000 br', (share) => `${'<br>'.repeat(share * 100_000)}${mark}`),
  page('1,000,000 br', (share) => `${'<br>'.repeat(share * 1_000_000)}${mark}`),
  page('260,000 elements', (share) => `${'<i></i>'.repeat(share * 260_000)}${mark}`),
  page(
    '40,000 paragraphs',
    (share) => `${times(share * 40_000, (i) => `<p>Paragraph ${i} with a few words of text.</p>`)}${closing}`,
  ),
  page('100,000 headings', (share) => `${times(share * 100_000, (i) => `<h2>${mark} ${i}</h2>`)}${closing}`),
  page('100,000 main headings', (share) => `${times(share * 100_000, (i) => `<h1>${mark} ${i}</h1>`)}${closing}`),
  page(
    '100,000 siblings of one class',
    (share) => `<main>${times(share * 100_000, (i) => `<div class="card item">${mark} ${i}</div>`)}${closing}</main>`,
  ),
  page('100,000 list items', (share) => `<ul>${times(share * 100_000, (i) => `<li>${mark} ${i}`)}</ul>${closing}`),
  page(
    '30,000 table rows',
    (share) => `<table>${times(share * 30_000, (i) => `<tr><td>${i}<td>${mark}`)}</table>${closing}`,
  ),
  page(
    '2,000 table rows',
    (share) => `<table>${times(share * 2_000, (i) => `<tr><td>${i}<td>two<td>three`)}<tr><td>${mark}</table>`,
  ),
  page(
    'one row of 50,000 cells',
    (share) => `<table><tr>${times(share * 50_000, (i) => `<td>${mark} ${i}`)}</table>${closing}`,
  ),
  page(
    '300 rows whose cells span 1,000 columns and rows',
    () => `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(300)}<tr><td>${mark}</table>`,
  ),
  page(
    'one long row and 50,000 short ones',
    (share) =>
      `<table><tr>${'<td>a'.repeat(share * 5_000)}${`<tr><td>${mark}`.repeat(share * 50_000)}</table>${closing}`,
  ),
  page('50,000 links', (share) => `${times(share * 50_000, (i) => `<a href="/page/${i}">Link ${i}</a> `)}${closing}`),
  page('50,000 links to one page', (share) => `${'<a href="?q=%zz&x">x</a> '.repeat(share * 50_000)}${closing}`),
  page('100,000 images', (share) => `${times(share * 100_000, (i) => `<img src=/${i}.png alt=${i}>`)}${closing}`),
  page('100,000 options', (share) => `<select>${'<option>x'.repeat(share * 100_000)}</select>${closing}`),
  page('100,000 templates', (share) => `${'<template><p>x</template>'.repeat(share * 100_000)}${closing}`),
  page(
    '100,000 meta elements',
    (share) => `${times(share * 100_000, (i) => `<meta name=author content="Author ${i}">`)}${closing}`,
  ),
  page(
    '100,000 OpenGraph properties',
    (share) => `${times(share * 100_000, (i) => `<meta property="og:x${i}" content=${i}>`)}${closing}`,
  ),
  page(
    '100,000 link elements',
    (share) => `${times(share * 100_000, (i) => `<link rel=canonical href=/${i}>`)}${closing}`,
  ),
  page('100,000 base elements', (share) => `${times(share * 100_000, (i) => `<base href=/${i}/>`)}${closing}`),
  page('100,000 titles', (share) => `${'<title>x</title>'.repeat(share * 100_000)}${closing}`),
  page('50,000 times', (share) => `${'<time datetime=2020-01-01>x</time>'.repeat(share * 50_000)}${closing}`),
  page(
    '50,000 bylines',
    (share) =>
      `${times(share * 50_000, (i) => `<span class=byline rel=author itemprop=author>By A ${i}</span>`)}${closing}`,
  ),
  page(
    '100,000 footnotes',
    (share) => `${times(share * 50_000, (i) => `<a href=#fn${i} id=r${i}>${i}</a><p id=fn${i}>${mark}</p>`)}${closing}`,
  ),
  page(
    '50,000 code lines',
    (share) => `<pre><code>${'<span>a`b</span>\n'.repeat(share * 50_000)}</code></pre>${closing}`,
  ),
  page(
    '50,000 details',
    (share) => `${`<details><summary>a</summary>${mark}</details>`.repeat(share * 50_000)}${closing}`,
  ),
  page('50,000 definitions', (share) => `<dl>${`<dt>a<dd>${mark}`.repeat(share * 50_000)}</dl>${closing}`),
  page('20,000 formulas', (share) => `${'<math><mi>x</mi></math>'.repeat(share * 20_000)}${closing}`),
  page(
    '50,000 microdata items',
    (share) => `${`<div itemscope itemtype=x><i itemprop=name>${mark}</i></div>`.repeat(share * 50_000)}${closing}`,
  ),
]

/** All hostile element inputs. */
export const elementInputs: readonly HostileInput[] = [...nesting, ...misnesting, ...floods]
