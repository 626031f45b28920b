import type { Dice } from './dice.ts'

/** Invented names, from many places. */
const words = (text: string) => text.trim().split(/\s+/)

const GIVEN_NAMES = words(`
  Aaliyah Adaeze Aiko Alejandro Alma Amara Amir Ana Andrei Anika Anna Aoife Arjun Astrid Ayesha Beatriz Benjamin Bilal
  Björn Camila Carlos Chiara Chinedu Chloe Daniel Daria David Deepa Diego Elena Elif Emeka Emma Esther Ethan Fatima
  Felix Femi Finn Freya Gabriel Giulia Grace Hana Hannah Hassan Helena Hugo Ibrahim Ines Ingrid Isaac Isabel Ivan Jack
  Jakub Jamal Jana Jasmine Javier Jin Joanna Jonas Joseph Julia Kaito Karim Katarina Kenji Kwame Lars Layla Leah Lena
  Leo Li Lina Linh Lucas Lucia Magnus Maria Mariam Marek Marta Mateo Maya Mei Mia Miguel Mila Mohamed Nadia Naomi
  Nia Nikhil Nina Noah Nora Olga Oliver Olivia Omar Oscar Paolo Petra Priya Rafael Rania Ravi Rosa Ruth Samir Samuel
  Sara Sean Selin Sofia Stefan Tariq Theo Thomas Tomasz Uma Valentina Victor Wei Yara Yuki Yusuf Zainab Zoë Zuzana`)

const FAMILY_NAMES = words(`
  Abara Adeyemi Ahmed Andersson Baker Banerjee Becker Bianchi Boateng Brennan Brown Carter Castillo Chen Clark Costa
  Dahl Das Diaz Dubois Edwards Eze Fernandez Fischer Flores Fofana Fontaine Foster Garcia Ghosh Gomez Green Haddad
  Hansen Hashimoto Hernandez Hill Hoffmann Horvat Hughes Hussain Ito Ivanova Jansen Johansson Jones Kaya Keller Khan
  Kim Kimura King Kovacs Kowalski Kruger Lambert Larsen Lee Lewis Lindgren Lopez Machado Malik Marino Martin Mbeki
  Mendoza Meyer Moreau Morgan Mueller Murphy Mwangi Nakamura Nguyen Novak Nowak Nunez Okafor Olsen Ortiz Osei Park
  Patel Pereira Petrov Popescu Ramos Rao Reyes Ricci Rivera Roberts Romero Rossi Roy Sanchez Santos Sato Schmidt Schulz
  Sharma Silva Singh Smith Sokolova Suzuki Tanaka Taylor Thompson Torres Tran Turner Usman Vargas Vogel Walker Wang
  Weber White Wilson Wright Yamada Yilmaz Young Zhang Zimmermann`)

const DAY_MS = 86_400_000
/** The earliest sign-up is this many days ago. */
const OPEN_DAYS = 400
/** Domains reserved for examples, so that no mail reaches a real person. */
const DOMAINS = ['example.com', 'example.com', 'example.org', 'example.net']

export interface Person {
  number: number
  userId: string
  name: string
  email: string
  signedUpAt: Date
  /** Some people never open the confirmation link in their mail. */
  isConfirmed: boolean
}

/**
 * Makes the same people in every run; only their dates depend on the day of the run. Sign-ups become more frequent
 * towards the present.
 */
export function makePeople(count: number, dice: Dice, now: Date): Person[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, number) => {
    const given = dice.one(GIVEN_NAMES)
    const family = dice.one(FAMILY_NAMES)
    const base = [given, family].map((word) =>
      word
        .normalize('NFD')
        .replaceAll(/[^a-zA-Z]/g, '')
        .toLowerCase(),
    )
    const domain = dice.one(DOMAINS)
    let email = `${base.join('.')}@${domain}`
    for (let suffix = 2; taken.has(email); suffix += 1) email = `${base.join('.')}${suffix}@${domain}`
    taken.add(email)
    const daysAgo = OPEN_DAYS * dice.next() ** 1.6
    return {
      number,
      userId: `seed-user-${String(number).padStart(4, '0')}`,
      name: dice.chance(0.9) ? `${given} ${family}` : '',
      email,
      signedUpAt: new Date(now.getTime() - daysAgo * DAY_MS - dice.between(0, DAY_MS / 2)),
      isConfirmed: dice.chance(0.94),
    }
  })
}
