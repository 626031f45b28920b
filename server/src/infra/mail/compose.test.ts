import { expect, it } from 'vitest'
import { composeMail } from './compose.ts'

const content = {
  to: 'ann@example.com',
  subject: 'Subject',
  before: 'Before.',
  action: { label: 'Go', url: 'https://voxhall.test/?a=1&b=2' },
  after: 'After.',
}

it('says the same in text and HTML, with the complete link in both', () => {
  const { text, html } = composeMail({ ...content, before: 'Before <b>&', greetingName: 'Ann O’Neil Jr.' })
  expect(html).toContain('<p>Before &lt;b&gt;&amp;</p>')
  expect(text).toBe('Hello Ann O’Neil Jr.,\n\nBefore <b>&\n\nGo:\nhttps://voxhall.test/?a=1&b=2\n\nAfter.\n\nVoxhall')
  expect(html).toContain('href="https://voxhall.test/?a=1&amp;b=2"')
})

it('further links stand at the end, in text and HTML', () => {
  const invoice = { label: 'Invoice 7', url: 'https://pay.test/7?a=1&b=2' }
  const { text, html } = composeMail({ ...content, greetingName: '', links: [invoice] })
  expect(text).toMatch(/After\.\n\nInvoice 7:\nhttps:\/\/pay\.test\/7\?a=1&b=2\n\nVoxhall$/)
  expect(html).toContain('<a href="https://pay.test/7?a=1&amp;b=2">Invoice 7</a>')
})

it.each([
  'https://evil.example',
  'evil.example/win',
  'Win at evil.example',
  'a@evil.example',
  'evil．com',
  'evil。com',
  'evil｡com',
  'evil․com',
  'evil·com',
  'evil\u200b.com',
  'evil.\u2060com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil.рф',
  'evil dot com',
  'evil Dot com',
  'evil[.]com',
  'evil(dot)com',
  'www evil com',
  'evil: call 0800 123 456',
  'Ann, your evil account was closed please reply today',
])('does not greet with %j, a name that could carry a link', (greetingName) => {
  const { text, html } = composeMail({ ...content, greetingName })
  expect(text).toMatch(/^Hello,/)
  expect(html).not.toMatch(/evil|ｅｖｉｌ/)
})

it.each([
  'Ann',
  'José María García-López',
  'Ngũgĩ wa Thiong’o',
  'J. R. Smith',
  '李小龍',
  'محمد علي',
  "O'Brien, Pat",
  'Elizabeth 2',
])('greets %s by name', (greetingName) => {
  expect(composeMail({ ...content, greetingName }).text).toMatch(new RegExp(`^Hello ${greetingName},`))
})

it('does not let a name become HTML', () => {
  const { html } = composeMail({ ...content, greetingName: '<b>"Ann"' })
  expect(html).toContain('<p>Hello,</p>')
})
