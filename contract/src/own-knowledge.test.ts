import { describe, expect, it } from 'vitest'
import { ANSWER_MAX_LENGTH } from './own-assistant-limits.ts'
import { readNotes } from './own-knowledge.ts'

describe('reading pasted text', () => {
  it('finds questions and answers that are marked with Q and A', () => {
    expect(
      readNotes('Q: Do you deliver?\nA: Yes, on weekdays.\n\nQuestion 2: Where are you\n\nAnswer: In Mill Road.'),
    ).toEqual({
      pairs: [
        { question: 'Do you deliver?', answer: 'Yes, on weekdays.' },
        { question: 'Where are you', answer: 'In Mill Road.' },
      ],
      passages: [],
    })
  })

  it('takes lines that end in a question mark for questions, in lists and headings too', () => {
    expect(readNotes('## Do you deliver?\nYes.\nOn weekdays.\n- Can I pay by card?\nYou can.').pairs).toEqual([
      { question: 'Do you deliver?', answer: 'Yes. On weekdays.' },
      { question: 'Can I pay by card?', answer: 'You can.' },
    ])
  })

  it.each([
    ['Prices. One night costs $16.', 'Prices'],
    ['Opening hours: from nine to five.', 'Opening hours'],
    ['What to bring. An old towel.', 'What to bring'],
    ['We deliver. Ask us.', null],
    ['Parking is free. Come early.', null],
    ['No dogs. Guide dogs are welcome.', null],
    ['Our inn stands on the edge of town. Come in.', null],
  ])('reads the first words of the paragraph %j as its heading: %j', (text, heading) => {
    expect(readNotes(text).passages).toEqual([{ heading, text }])
  })

  it('finds passages, each with the heading above it', () => {
    const { pairs, passages } = readNotes(
      'Opening hours\nMonday to Friday: nine to five\n\nClosed on Sundays.\n\nPrices:\n- Cake: $30\n- Bread: $4\n\nWe are a family bakery. Since 1920!',
    )
    expect(pairs).toEqual([])
    expect(passages).toEqual([
      { heading: 'Opening hours', text: 'Monday to Friday: nine to five' },
      { heading: 'Opening hours', text: 'Closed on Sundays.' },
      { heading: 'Prices', text: 'Cake: $30. Bread: $4.' },
      { heading: 'Prices', text: 'We are a family bakery. Since 1920!' },
    ])
  })

  it('cuts long text into passages short enough for an answer, without losing a word', () => {
    const sentence = 'We bake rye bread every morning in the old stone oven of our mill, and it is sold by noon. '
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
    for (const text of [
      sentence.repeat(20),
      'word '.repeat(400),
      'x'.repeat(2_000),
      'Costs 3.50 a piece, e.g. v1.2.3',
    ]) {
      const { passages } = readNotes(text)
      for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(ANSWER_MAX_LENGTH)
      expect(words(passages.map((passage) => passage.text).join(' ')).join('')).toBe(words(text).join(''))
    }
  })

  it('a dot inside a number or a name does not end a sentence', () => {
    const text = 'Bread costs 3.50 a loaf. Write to info@mill.example, or "come by!" We look forward to it.'
    expect(readNotes(text).passages).toEqual([{ heading: null, text }])
  })

  it.each([
    ['dots', `Q${'.'.repeat(12_000)}x`],
    ['spaces in a heading', `# a${' '.repeat(12_000)}x`],
    ['marks in a heading', `# a${'#'.repeat(12_000)}x`],
    ['spaces behind a Q', `Q${' '.repeat(12_000)}x`],
    ['another kind of break', `A:${' '.repeat(12_000)}x\u2028y`],
  ])('reads thousands of %s without slowing down', (_, notes) => {
    // The fastest of several runs is taken, since any single run may be slowed down by other work on the machine.
    const tookMs = Array.from({ length: 5 }, () => {
      const startedAtMs = performance.now()
      readNotes(notes)
      return performance.now() - startedAtMs
    })
    expect(Math.min(...tookMs)).toBeLessThan(80)
  })

  it('a long answer becomes a pair with its beginning, and passages with the rest', () => {
    const { pairs, passages } = readNotes(`Q: Why rye?\nA: ${'It keeps for days and tastes of home. '.repeat(30)}`)
    expect(pairs).toHaveLength(1)
    expect(passages.length).toBeGreaterThan(1)
    expect(passages.every(({ heading }) => heading === 'Why rye?')).toBe(true)
  })

  it.each(['', ' \n\n ', 'Q: Where are you?', '?', 'A:', '\u0000', '# Heading'])('%j yields no pairs', (text) => {
    expect(readNotes(text).pairs).toEqual([])
  })
})
