import { describe, expect, it, test } from 'vitest'
import { MAX_PROPOSALS } from '#contract/knowledge-source-limits.ts'
import { ANSWER_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import { proposalsOf, wholeSentences } from './proposals.ts'
import { readPage } from './reading/page-text.ts'

const ofPage = (body: string, title = 'The Mill | Bakery') => {
  const page = readPage(`<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`)
  return proposalsOf(page, title).map(({ question, answer }) => [question, answer])
}
const declared = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
const question = (name: string, text: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
})

describe('a page', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'with declared questions',
      declared({
        '@graph': [{ '@type': 'FAQPage', mainEntity: [question('Do you deliver?', '<p>Yes, on weekdays.</p>')] }],
      }),
      [['Do you deliver?', 'Yes, on weekdays.']],
    ],
    [
      'with folded answers',
      '<details><summary>Is there parking?</summary><p>Yes, behind the house.</p></details>',
      [['Is there parking?', 'Yes, behind the house.']],
    ],
    [
      'that answers two questions alike',
      '<h2>Is there parking?</h2><p>Yes, behind the house.</p><h2>Where can I park?</h2><p>Yes, behind the house.</p>',
      [['Is there parking?', 'Yes, behind the house.']],
    ],
    [
      'with terms',
      '<dl><dt>Opening hours</dt><dd>Monday to Friday, 8 to 18.</dd></dl>',
      [['Opening hours', 'Monday to Friday, 8 to 18.']],
    ],
    [
      'whose headings ask',
      '<h2>Can I pay by card?</h2><p>Yes, from five euros.</p><ul><li>Cash works too</li></ul><h2>Wi-Fi?</h2><p>Free for all guests.</p>',
      [
        ['Can I pay by card?', 'Yes, from five euros. Cash works too'],
        ['Wi-Fi?', 'Free for all guests.'],
      ],
    ],
    [
      'whose headings name things',
      '<h2>Delivery</h2><p>We deliver on weekdays.</p><h2>Why us</h2><p>Our bread rests for two days.</p>',
      [
        ['What about Delivery?', 'We deliver on weekdays.'],
        ['Why us', 'Our bread rests for two days.'],
      ],
    ],
    [
      'without menus, cookies and scripts',
      '<nav><a>Home</a></nav><h2>Cookie settings</h2><p>We use cookies for everything.</p><script>var x = 1</script><h2>Bread</h2><p>Baked at four in the morning.</p>',
      [['What about Bread?', 'Baked at four in the morning.']],
    ],
    [
      'without headings',
      '<p>We are a bakery at the old mill.</p>',
      [['What about The Mill?', 'We are a bakery at the old mill.']],
    ],
  ])('%s', (_, body, pairs) => {
    expect(ofPage(body)).toEqual(pairs)
  })

  it('in another language keeps its headings unchanged', () => {
    const page = readPage('<html lang="de"><body><h2>Lieferung</h2><p>Wir liefern werktags.</p></body></html>')
    expect(proposalsOf(page, '')).toMatchObject([{ question: 'Lieferung', answer: 'Wir liefern werktags.' }])
  })

  it('proposes each question once, up to the limit', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      question(`Question number ${index >> 1}?`, `Answer number ${index}.`),
    )
    const pairs = ofPage(declared({ '@type': 'FAQPage', mainEntity: many }))
    expect(pairs).toHaveLength(MAX_PROPOSALS)
    expect(pairs[1]).toEqual(['Question number 1?', 'Answer number 2.'])
  })
})

test('a long passage is split at sentences, and the rest becomes a second answer', () => {
  const sentence = 'This sentence about bread has some sixty characters in all. '
  const [first, more] = proposalsOf({ title: '', text: `Bread\n\n${sentence.repeat(15)}`, pairs: [] }, 'notes.txt')
  expect(first?.question).toBe('What about Bread?')
  expect(more?.question).toBe('More about Bread')
  expect(first?.answer.length).toBeLessThanOrEqual(ANSWER_MAX_LENGTH)
  expect(`${first?.answer} ${more?.answer}`).toBe(sentence.repeat(15).trim())
})

test.each([
  ['short', 'Yes. No.', 'Yes. No.'],
  ['long', `${'a'.repeat(500)}. ${'b'.repeat(300)}.`, `${'a'.repeat(500)}.`],
  ['one endless sentence', 'word '.repeat(200).trim(), `${'word '.repeat(119)}word…`],
])('an answer that is %s is cut at the end of a sentence or word', (_, text, answer) => {
  expect(wholeSentences(text)).toBe(answer)
})
