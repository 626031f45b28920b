import { expect, it } from 'vitest'
import { composeMail } from './compose.ts'

const content = {
  to: 'ann@example.com',
  subject: 'Subject',
  before: 'Before.',
  action: { label: 'Go', url: 'https://voxhall.test/?a=1&b=2' },
  after: 'After.',
}

it('says the same in text and HTML, with the link whole in both', () => {
  const { text, html } = composeMail({ ...content, greetingName: 'Ann O’Neil Jr.' })
  expect(text).toBe('Hello Ann O’Neil Jr.,\n\nBefore.\n\nGo:\nhttps://voxhall.test/?a=1&b=2\n\nAfter.\n\nVoxhall')
  expect(html).toContain('href="https://voxhall.test/?a=1&amp;b=2"')
})

it.each(['https://evil.example', 'evil.example/win', 'Win at evil.example', 'a@evil.example'])(
  'does not greet with %j: names are no place for other people’s links',
  (greetingName) => {
    const { text, html } = composeMail({ ...content, greetingName })
    expect(text).toMatch(/^Hello,/)
    expect(html).not.toContain('evil')
  },
)

it('lets no name become HTML', () => {
  const { html } = composeMail({ ...content, greetingName: '<b>"Ann"' })
  expect(html).toContain('Hello &lt;b&gt;&quot;Ann&quot;,')
})
