import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from './button.tsx'
import { prefer, show } from './show-testing.tsx'
import { Switch } from './switch.tsx'
import { TabList, Tabs, TabTrigger } from './tabs.tsx'
import { UsageBar } from './usage-bar.tsx'

test('where the system sets the colours, controls and their states can be seen', async () => {
  await prefer({ 'forced-colors': 'active' })
  show(
    <>
      <Button kind="primary">Talk</Button>
      <Switch aria-label="Annual billing" isOn onChange={() => {}} />
      <UsageBar usage={{ usedMinutes: 5, limitMinutes: 10, exceeded: false }} tone="green" className="h-2" />
      <Tabs value="one">
        <TabList>
          <TabTrigger value="one">One</TabTrigger>
          <TabTrigger value="two">Two</TabTrigger>
        </TabList>
      </Tabs>
    </>,
  )
  const styleOf = (element: Element | null | undefined) => getComputedStyle(element ?? document.body)
  const button = page.getByRole('button', { name: 'Talk' })
  await expect.element(button).toBeVisible()
  expect(styleOf(button.element()).borderTopWidth).toBe('1px')

  for (const role of ['switch', 'meter'] as const) {
    const control = page.getByRole(role).element()
    const track = role === 'switch' ? control.firstElementChild : control
    expect(styleOf(track).outlineStyle, role).toBe('solid')
    const colour = styleOf(track?.firstElementChild).backgroundColor
    expect(colour, role).not.toBe(styleOf(track).backgroundColor)
  }

  const [chosen, other] = ['One', 'Two'].map((name) => styleOf(page.getByRole('tab', { name }).element()))
  expect(chosen?.forcedColorAdjust, 'nothing is painted behind the text').toBe('none')
  expect(chosen?.backgroundColor).not.toBe(other?.backgroundColor)
})
