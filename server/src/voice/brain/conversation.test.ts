import { describe, expect, it } from 'vitest'
import { CATALOGUE_DEFINITIONS } from '../../features/assistants/catalogue/all.ts'
import type { HeardLine } from './brain.ts'
import { createKnowledgeBrain } from './knowledge-brain.ts'

const brain = createKnowledgeBrain()

/** Holds a conversation and returns the assistant's answer to each line. */
const talk = async (id: string, ...lines: string[]) => (await converse(id, lines)).answers

/** Holds a conversation. The outcomes are those of the turns that the brain did more than answer. */
async function converse(id: string, lines: readonly string[]) {
  const assistant = CATALOGUE_DEFINITIONS.find((each) => each.id === id)
  if (!assistant) throw new Error(`There is no ${id}.`)
  const history: HeardLine[] = []
  const outcomes: string[] = []
  for (const text of lines) {
    let content = ''
    const turn = { assistant, history, text, onOutcome: (outcome: string) => void outcomes.push(outcome) }
    for await (const piece of brain.reply(turn, new AbortController().signal)) content += piece
    history.push({ role: 'user', content: text }, { role: 'assistant', content })
  }
  return { answers: history.filter(({ role }) => role === 'assistant').map(({ content }) => content), outcomes }
}

/** A question that fits two problems: a slow computer and a slow connection. */
const UNCLEAR = 'my phone and my computer'

describe('an ambiguous question', () => {
  it('is answered with up to three questions to choose from', async () => {
    const [asked = ''] = await talk('technology', UNCLEAR)
    expect(asked).toMatch(/^Do you mean: .+\?( Or: .+\?){0,2}$/)
    expect((await converse('technology', [UNCLEAR, 'the first one'])).outcomes).toEqual(['asked-back'])
  })

  it('is one whose single word fits several questions; a word that fits only one is answered', async () => {
    expect(await talk('technology', 'my phone')).toEqual([expect.stringMatching(/^Do you mean: .*lost.* Or: .*phone/)])
    expect(await talk('technology', 'my printer')).toEqual([expect.not.stringContaining('Do you mean')])
  })

  it.each([
    ['the first one', 0],
    ['1', 0],
    ['the second one', 1],
    ['No, the second one please', 1],
    ['the last one', -1],
  ])('is answered after the choice %j', async (words, place) => {
    const [asked = '', answer] = await talk('technology', UNCLEAR, words)
    const question = asked.replace('Do you mean: ', '').split(' Or: ').at(place) ?? ''
    expect([answer]).toEqual(await talk('technology', question))
  })

  it('is answered after a correction with or without "no, I meant …"', async () => {
    const printer = await talk('technology', "Why doesn't my printer work?")
    for (const words of [
      'no, I meant my printer is not working',
      'no my printer is not working',
      'my printer is not working',
    ])
      expect((await talk('technology', UNCLEAR, words)).slice(1), words).toEqual(printer)
  })

  it('is followed by other questions if the caller corrects it and is unclear again', async () => {
    const [asked = '', other = ''] = await talk('technology', UNCLEAR, 'no, I meant my phone')
    const [before, after] = [asked, other].map((line) => line.replace('Do you mean: ', '').split(' Or: '))
    expect(other).toMatch(/^Do you mean: .*phone/)
    expect(after?.filter((question) => before?.includes(question))).toEqual([])
  })

  it.each(['no, the other one', 'the other one', 'the first one', 'no i meant the first one'])(
    'can be chosen again after the answer with %j, also from an earlier line',
    async (words) => {
      const [asked = ''] = await talk('culinary', 'eggs')
      expect(asked).toMatch(/^Do you mean: How long should I boil an egg\? Or: What can I use instead of eggs\?$/)
      const [, boiled] = await talk('culinary', 'eggs', 'the first one')
      expect((await talk('culinary', 'eggs', 'the second one', words))[2]).toBe(boiled)
      const again = await talk('culinary', 'eggs', 'the first one', 'no, the other one', 'neither')
      expect(again[3]).toMatch(/other words/)
    },
  )

  it('is answered after a correction that names what is not meant', async () => {
    const talked = await talk('technology', 'my internet is really slow', "it's not the wifi, i meant my laptop")
    expect(talked[1]).toMatch(/^Restart it first/)
  })

  it('gives its subject to a follow-up if it is the only one', async () => {
    expect(await talk('automotive', 'When is your garage open?', "it's red actually", 'what if I stop')).toEqual([
      expect.anything(),
      'Do you mean: What should I do when a red warning light comes on?',
      expect.not.stringContaining('garage'),
    ])
  })

  it('is asked about once more after a mere yes, and dropped after a no', async () => {
    expect((await talk('technology', UNCLEAR, 'yes'))[1]).toMatch(/^Which one\?/)
    expect((await talk('technology', UNCLEAR, 'yes', 'the second one'))[2]).toBe(
      (await talk('technology', UNCLEAR, 'the second one'))[1],
    )
    expect((await talk('technology', UNCLEAR, 'no'))[1]).toMatch(/other words/)
    expect((await talk('technology', UNCLEAR, 'none of them'))[1]).toMatch(/other words/)
  })
})

describe('a question that refers to the conversation', () => {
  it.each([
    ['healthcare', 'I have a fever', 'and for children?', /under three months/],
    ['customer-service', 'When are you open?', 'what about Sundays?', /Sunday/],
    ['customer-service', 'How long does delivery take?', 'how much is that?', /five dollars/],
    ['automotive', 'When is your garage open?', 'and on Saturday?', /nine until one/],
  ])('%s: %j, %j', async (id, question, next, answer) => {
    expect((await talk(id, question, next))[1]).toMatch(answer)
  })

  it.each([
    ['pediatrics', 'my baby has a fever', "she's 2 months old", /^Under three months/],
    ['pediatrics', 'my baby will not sleep', '6 months', /many months/],
    ['customer-service', 'cancel my order', 'i ordered it an hour ago', /^Open the order/],
  ])('%s: %j, %j, which only adds a detail', async (id, question, detail, answer) => {
    expect((await talk(id, question, detail))[1]).toMatch(answer)
  })

  it('is answered with the part of an answer that names its subject', async () => {
    expect(await talk('culinary', 'can I freeze cooked rice')).toEqual([expect.stringMatching(/freeze well/)])
    expect(await talk('healthcare', 'how do I bring my high pressure readings down without pills')).toEqual([
      expect.stringMatching(/below one hundred twenty over eighty/),
    ])
  })
})

describe('a repeated question', () => {
  it('gets a different, non-empty answer each time', async () => {
    const said = await talk('culinary', ...Array.from({ length: 5 }, () => 'How do I make fluffy rice?'))
    expect(new Set(said).size).toBe(5)
    expect(said[1]).toMatch(/^As I said, in short\. Rinse one cup/)
  })

  it('in other words is answered with the next part of the answer', async () => {
    const said = await talk('culinary', 'what about vegetables in the oven', 'which temperature', 'how hot')
    expect(said[1]).toMatch(/^Spread them/)
    expect(said[2]).toMatch(/^Roast them at four hundred/)
  })

  it.each([
    'i tried that',
    'did that',
    'any other ideas?',
    'that didnt help',
    "it doesn't work",
    'what else can I do',
    'next',
    'why?',
  ])('is continued after %j', async (words) => {
    expect((await talk('technology', 'my internet is slow', words))[1]).toMatch(/^If it is still slow/)
    expect((await talk('technology', words))[0]).toMatch(/^About what, please/)
  })

  it('is answered sentence by sentence when the answer was too fast', async () => {
    const [, slow, next] = await talk('culinary', 'How do I make fluffy rice?', 'slower please', 'yes')
    expect(slow).toMatch(/^Step by step\. Rinse one cup[^.]+\. Shall I go on\?$/)
    expect(next).toMatch(/^Bring it to a boil/)
  })

  it('is answered in full if the answer is a call for help', async () => {
    const [first = '', again] = await talk('healthcare', 'How do I recognise a stroke?', 'How do I recognise a stroke?')
    expect(again).toContain(first)
  })
})

it.each(['whats your name', 'thats all thanks', 'i didnt catch that'])(
  '%j is small talk without its apostrophe',
  async (words) => {
    expect((await talk('culinary', words))[0]).not.toMatch(/don't know/)
  },
)

describe('a question that is not understood', () => {
  it('gets the nearest question as a suggestion, and never the same one twice in a row', async () => {
    const said = await talk('real-estate', 'whats a morgage', 'whats a morgage', 'and now?')
    const offered = said.map((line) => line.split('You could ask: ')[1])
    expect(offered[0]).toMatch(/^How does a mortgage work\?/)
    expect(new Set(offered).size).toBe(3)
    expect(said.join(' ')).not.toMatch(/business|what I say/)
  })

  it('may be thanks', async () => {
    expect((await talk('therapy', 'i feel a bit better, thanks'))[0]).toMatch(/^You're welcome/)
    expect((await talk('therapy', 'thanks that helped'))[0]).toMatch(/^You're welcome/)
    expect((await talk('legal', 'thanks, and where do i find a good solicitor'))[0]).toMatch(/lawyer/)
  })

  it('is repeated as a whole when it was too fast', async () => {
    const [refusal, again] = await talk('finance', 'what is the capital of peru', 'i dont get it')
    expect(again).toBe(refusal)
  })

  it('was not heard well if it chooses from nothing', async () => {
    expect((await talk('culinary', 'the third'))[0]).toMatch(/^Sorry, I did not catch that\./)
  })

  it('asks which of two suggestions a mere yes accepts', async () => {
    const said = await talk('technology', 'next', 'yes please')
    expect(said[0]).toMatch(/You could ask: .* Or: /)
    expect(said[1]).toMatch(/^Which one\?/)
  })
})

it('a number that the assistant cannot use is read back', async () => {
  expect((await talk('spiritual', 'the number of my wardrobe is 4711-12'))[0]).toMatch(
    /^I heard the number 4 7 1, 1 1 2\. /,
  )
  expect((await talk('spiritual', 'my wardrobe arrives on 3rd of March'))[0]).toMatch(/^I heard 3rd of March\. /)
})
