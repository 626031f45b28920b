import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'
import { KNOWLEDGE_MAX_PAIRS } from './own-assistant-limits.ts'
import { readKnowledgeCsv } from './own-knowledge-csv.ts'

const pair = (question: string, answer: string) => ({ question, answer })

describe('reading a CSV file of questions and answers', () => {
  it.each([
    ['commas', 'Do you deliver?,Yes.\r\nWhere?,"Mill Road, Kent"\r\n'],
    ['semicolons', 'Do you deliver?;Yes.\nWhere?;"Mill Road, Kent"\n'],
    ['tabs', 'Do you deliver?\tYes.\rWhere?\tMill Road, Kent'],
    ['names in the first row', 'Question,Answer\nDo you deliver?,Yes.\nWhere?,"Mill Road, Kent"'],
    ['other columns', 'id;Answer;Question\n1;Yes.;Do you deliver?\n2;Mill Road, Kent;Where?'],
    [
      'a byte order mark and empty lines',
      '\uFEFF\nquestion,answer\n\nDo you deliver?,Yes.\n,\nWhere?,"Mill Road, Kent"',
    ],
  ])('accepts %s', (_, text) => {
    expect(readKnowledgeCsv(text)).toEqual({
      pairs: [pair('Do you deliver?', 'Yes.'), pair('Where?', 'Mill Road, Kent')],
      problems: [],
    })
  })

  it('keeps quotation marks inside a cell, and turns line breaks into spaces', () => {
    expect(readKnowledgeCsv('What is it?,"A ""levain"",\nbaked twice."').pairs).toEqual([
      pair('What is it?', 'A "levain", baked twice.'),
    ])
  })

  it('reads the files that this app exports', () => {
    const answer = '-10 °C, "frozen"; yes'
    expect(readKnowledgeCsv(csvLine(['question', 'answer']) + csvLine(['How cold?', answer])).pairs).toEqual([
      pair('How cold?', answer),
    ])
  })

  it.each([
    ['Only one cell', 1, 'only one cell'],
    ['Where?,Here,there', 1, 'more than two cells'],
    ['question,answer\n,Yes.', 2, 'question is missing'],
    ['question,answer\nDo you?,', 2, 'answer is missing'],
    ['question,answer\nA?,Yes.', 2, 'too short'],
    [`question,answer\n${'a'.repeat(121)},Yes.`, 2, '121 characters; at most 120'],
    [`question,answer\nWhy?,${'a'.repeat(601)}`, 2, '601 characters; at most 600'],
    ['Why?,"a\nb"\nwhy,Because.', 3, 'same question is on line 1'],
    ['Why?,Because.\nHow?,"So', 2, 'never closed'],
  ])('%j: line %i', (text, line, words) => {
    const { problems } = readKnowledgeCsv(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.line).toBe(line)
    expect(problems[0]?.message).toContain(words)
  })

  it('takes the valid lines beside invalid ones, and skips a question that is already known', () => {
    const { pairs, problems } = readKnowledgeCsv('Why?,Because.\nHow?\nWhen?,Now.', [pair('when', 'Later.')])
    expect(pairs).toEqual([pair('Why?', 'Because.')])
    expect(problems.map(({ line }) => line)).toEqual([2, 3])
  })

  it('takes as many pairs as fit beside the existing ones', () => {
    const text = Array.from({ length: 500 }, (_, index) => `Question ${index}?,Answer ${index}.`).join('\n')
    const { pairs, problems } = readKnowledgeCsv(text, [pair('One more?', 'Yes.')])
    expect(pairs).toHaveLength(KNOWLEDGE_MAX_PAIRS - 1)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.line).toBe(KNOWLEDGE_MAX_PAIRS)
  })

  it.each(['', '\n\n', '\uFEFF', '"', '"""', ',,,', '\u0000'])('%j yields no pairs', (text) => {
    expect(readKnowledgeCsv(text).pairs).toEqual([])
  })
})
