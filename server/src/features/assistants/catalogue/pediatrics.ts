import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const pediatrics: AssistantDefinitionInput = {
  id: 'pediatrics',
  name: 'Rosa',
  voiceId: 'willow',
  firstMessage: "I'm Rosa, an AI for parents, not a doctor. How's your little one?",
  systemPrompt: `You are Rosa, a warm and clear guide for parents whom people talk with by voice, often tired and with a child in
their arms. You give general information about fever, colds, feeding, sleep, vaccines, teething, rashes, tummy bugs and crying.
Ask the child's age first when the answer depends on it. Speak in one or two short sentences, the most important one first.
You are an AI, not a doctor or a nurse. Don't diagnose, and give no doses of medicine: those depend on weight and product, so
point to the packet, the pharmacist or the doctor. No aspirin for children, and no honey or cough medicine for babies.
Say plainly when to call. A baby under three months with a temperature of a hundred point four Fahrenheit, thirty eight
Celsius, or more needs a doctor at once. Trouble breathing, blue lips, a child who is hard to wake, a seizure, a rash that doesn't
fade under a glass, signs of drying out, or a parent's strong feeling that something is wrong mean urgent help.
In an emergency, tell the caller to ring the local emergency number first, and for something swallowed, the poison center.
Follow the guidance of public health bodies on vaccines and safe sleep, without scolding anybody. If a parent fears they could hurt the
child, tell them to lay the baby down safely, step away, and call for help. When you don't know, say so.`,
  scope: "parents' questions about fever, feeding, sleep, vaccines, and when to call the doctor",
  knowledge: [
    {
      id: 'fever',
      question: 'What should I do when my child has a fever?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) (has | is running) a [high] (fever | temperature)',
        '(my child | my baby | she | he) feels [very | so] hot',
        '(when is | is) (a | this | the) fever (dangerous | too high)',
        '(how do i | should i) (lower | bring down) (a | the) fever',
        'what about (a fever | fever)',
      ],
      answer:
        'Offer plenty to drink, light clothes and rest. Under three months, any fever needs a doctor now. That means a hundred point four Fahrenheit, or thirty eight Celsius. At any age, call for help if your child is hard to wake, breathes badly or seems very unwell.',
      keywords:
        'fever, temperature, hot, thermometer, degrees, celsius, fahrenheit, high temp, burning up, toddler, son, daughter, baby, kid, calpol, paracetamol, ibuprofen',
      followUps: [
        {
          patterns: [
            '(which | what) medicine can i give',
            'what can i give (him | her | my child)',
            'how much medicine',
          ],
          answer:
            'The right medicine and amount depend on age and weight. Ask your pharmacist or doctor, and read the packet. Never give aspirin to a child. A fever need not be treated if your child is drinking and comfortable.',
        },
        {
          patterns: ['how long does it last', 'how many days is normal', 'when will it go away'],
          answer:
            'Most fevers from a virus pass within three days. See a doctor if it lasts longer, or comes back after a day without. Go whenever you are worried. Under three months, never wait at all.',
        },
      ],
    },
    {
      id: 'cold-cough',
      question: 'What helps my child with a cold or cough?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) has a [bad] (cold | cough | runny nose | stuffy nose)',
        '(my child | my baby | she | he) (is coughing | coughs) [a lot | at night]',
        '(what helps | what can i do) (with | against) a (cold | cough | runny nose)',
        "(my baby's | his | her) nose is (blocked | stuffed up | running)",
      ],
      answer:
        'Offer small drinks and rest. For blue lips or hard or fast breathing, call emergency help. Saline drops ease a stuffy nose. From one year on, a spoon of honey may ease a cough, but never give it to a baby.',
      keywords:
        'cold, cough, coughing, nose, runny, sneezing, flu, honey, runny nose, blocked nose, stuffy, congestion, croup, snot, kid, toddler',
    },
    {
      id: 'newborn-feeding',
      question: 'How often should my newborn eat?',
      patterns: [
        '(how much | how often) should (my newborn | my baby | she | he) (drink | feed | nurse)',
        '(how do i know if | is) my (newborn | baby) (gets | getting) enough milk',
        '(tell me about | i need help with | what about) (breastfeeding | bottle feeding)',
        '(how much | how many ounces of) (milk | formula) (does a baby need | should i give)',
        '(my newborn | my baby) is always hungry',
      ],
      answer:
        'Newborns usually feed eight to twelve times in a day and a night, whenever they seem hungry. From the fifth day or so, six or more wet diapers a day and steady growth show that it is enough. Call your doctor if there are fewer.',
      keywords:
        'newborn, feeding, breastfeeding, bottle, formula, milk, nursing, ounces, diapers, bottles, breastfeed, feed, hungry, latch, enough milk, wake to feed',
    },
    {
      id: 'solid-foods',
      question: 'When can my baby start solid food?',
      patterns: [
        'when (can i | should i | do we) (start | introduce) (solids | solid foods | baby food)',
        '(what are | what is | tell me about) (the best | good) first (foods | food)',
        'is my baby ready for (solids | solid food)',
        '(when can | can) (my baby | babies) (eat | have) (peanuts | eggs | honey)',
        '(tell me about | what about) (solids | solid foods)',
      ],
      answer:
        'Around six months, when your baby sits with support. Holding the head steady and reaching for food are signs too. Begin with soft foods that contain iron. Offer egg and smooth peanut early, after asking your doctor if there is bad eczema. No honey before one year.',
      keywords:
        'solids, solid, food, foods, weaning, puree, peanut, allergy, spoon, purees, porridge, first food, peanut butter, honey, mashed, baby led weaning, eat, months old',
    },
    {
      id: 'sleep',
      question: 'How can I help my baby sleep?',
      patterns: [
        "(my baby | my child | my toddler | she | he) (doesn't sleep | won't sleep | is not sleeping | keeps waking up)",
        'how (much | many hours) should (my baby | my child | a toddler) sleep',
        '(when will | when do) (my baby | babies) sleep through [the night]',
        '(what is | tell me about) safe sleep [for babies]',
        'how should my baby (sleep | lie) safely',
      ],
      answer:
        'Keep the same short evening ritual, and lay your baby down drowsy in a dark room. Always lay babies on the back, on a firm flat bed of their own. Leave out pillows, blankets and toys. Waking at night is normal for many months, so share the nights.',
      keywords:
        'sleep, sleeping, nap, naps, bedtime, night, waking, crib, sids, wakes, wake up, sleep through, asleep, tummy, cot, tired, sleep training',
      followUps: [
        {
          patterns: ['what about (for toddlers | toddlers)', 'and for (toddlers | older children)'],
          answer:
            'Toddlers need eleven to fourteen hours in a day, with the nap. Keep the same order every evening, bath, book and bed. When they call, say the same calm sentence. An hour without screens before bed helps more than you would think.',
        },
      ],
    },
    {
      id: 'vaccines',
      question: 'Are vaccines safe for my child?',
      patterns: [
        '(which | what) (vaccines | shots | vaccinations) does my (child | baby) need',
        '(when does | when should) my (child | baby) get (vaccines | vaccinated | shots)',
        '(tell me about | what about) (vaccines | vaccinations | vaccine side effects)',
        'should i (vaccinate | get) my (child | baby) [vaccinated]',
        '(are there | what are the) side effects of (vaccines | vaccinations | shots)',
      ],
      answer:
        'Yes, vaccines are tested with care and watched for years. They protect against diseases that harm children. A sore arm, a mild fever or a cranky day is common and soon passes. Your doctor has the schedule for your country.',
      keywords:
        'vaccine, vaccines, vaccination, shot, shots, immunization, measles, autism, vaccinations, jabs, jab, immunise, immunised, mmr, side effects, needle, injection',
    },
    {
      id: 'teething',
      question: 'How can I soothe teething pain?',
      patterns: [
        '(my baby | my child | she | he) is teething',
        'when do babies get [their first] teeth',
        '(what helps | what can i do) (with | against | for) teething',
        "(my baby's | his | her) (teeth are | first tooth is) coming [in]",
        '(tell me about | what about) (teething | baby teeth)',
      ],
      answer:
        'Rub the gums with a clean finger, or offer a cool, firm teething ring. Avoid numbing gels, and necklaces, which can choke. The first tooth often comes around six months. Teething brings drool and a cranky mood, but not a real fever.',
      keywords: 'teething, teeth, tooth, gums, drool, dentist, drooling, chew, biting, first tooth, gel, molars',
    },
    {
      id: 'rash',
      question: 'What should I do about a rash?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) has (a | a red | a diaper) rash',
        '(my child | my baby | she | he) has (spots | red spots | hives | itchy skin)',
        '(what helps | what can i do) (with | against) (a diaper rash | diaper rash | eczema)',
        'when is a rash (dangerous | serious)',
      ],
      answer:
        "Press a clear glass on it. If the spots don't fade, call emergency help now. Call too if the face swells or breathing is hard. For a diaper rash, change often and let the skin dry in the air. A thick zinc cream helps as well.",
      keywords:
        'rash, spots, skin, hives, itchy, eczema, diaper, chickenpox, red, bumps, nappy, bottom, blotches, measles, cream',
    },
    {
      id: 'tummy-bug',
      question: 'What helps with vomiting and diarrhea?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) (is vomiting | is throwing up | threw up | has diarrhea)',
        '(my child | my son | my daughter | she | he) has (a tummy bug | a stomach bug | a stomach ache | belly pain)',
        '(what helps | what can i do) (with | against) (vomiting | diarrhea | a stomach bug)',
        'what are [the] signs of dehydration',
      ],
      answer:
        'Give small sips every few minutes, and keep on with milk for a baby. A rehydration drink from the pharmacy is best. Call the doctor for blood, green vomit or bad belly pain. Call as well for a baby under six months, or hardly any wet diapers.',
      keywords:
        'vomiting, vomit, threw, throwing, puking, diarrhea, diarrhoea, tummy, stomach, dehydration, belly, throwing up, runs, loose poo, stomach flu, sick, dehydrated, tummy ache, keep down',
    },
    {
      id: 'crying',
      question: "Why won't my baby stop crying?",
      patterns: [
        "(my baby | she | he) (won't stop crying | keeps crying | cries all the time | is always crying)",
        '(how can i | how do i) (calm | soothe | comfort) (my | a) [crying] baby',
        'my baby is [so | very | always] fussy',
        "(i can't | i cannot) take the crying [anymore]",
        'i (might | am afraid i will) (hurt | shake) my baby',
      ],
      answer:
        'Check hunger, the diaper, heat and cold. Then try holding close, gentle rocking and a low shushing sound. If it gets too much, lay the baby safely in the crib. Step out for five minutes, and call a person you trust. Never shake a baby.',
      keywords:
        'crying, cry, cries, fussy, colic, soothe, scream, screaming, screams, inconsolable, calm, howling, upset, whining',
    },
    {
      id: 'head-bump',
      question: 'What should I do after a bump on the head?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) (hit | bumped | hurt) (his | her) head',
        '(my child | my baby | she | he) fell (off the bed | off the sofa | down the stairs)',
        '(could it be | what are the signs of) a concussion',
        '(my child | my baby) has a (bump on the head | head injury)',
      ],
      answer:
        'Comfort your child and cool the bump. After fainting or a seizure, call emergency help. Call too if your child vomits again and again, is confused or is hard to wake. Watch closely for a day. After a high fall, or with a baby, see a doctor anyway.',
      keywords:
        'head, bump, fell, fall, concussion, injury, stairs, fallen, bumped, hit, banged, lump, forehead, bruise, rolled off, dropped',
    },
    {
      id: 'when-to-call',
      question: 'When should I call the doctor?',
      patterns: [
        '(should i | do i need to) (see | call) (a | the) (doctor | pediatrician)',
        'when (should i | do i) go to the (hospital | emergency room)',
        '(is this | what counts as) an emergency',
        '(i am | i have a feeling | i feel) something is wrong with my (baby | child)',
        'what are [the] warning signs',
      ],
      answer:
        "Call the emergency number for hard breathing, blue lips, a seizure, or a child you can't wake. Call your doctor the same day for poor drinking, few wet diapers, strong pain, or any fever under three months. Your own strong worry is reason enough.",
      keywords:
        'doctor, pediatrician, emergency, hospital, urgent, warning, seizure, unconscious, er, serious, worried, symptoms, signs, ambulance, appointment, bad enough',
    },
    {
      id: 'choking-poison',
      question: 'What do I do if my child is choking or swallowed something?',
      patterns: [
        '(my child | my baby | my son | my daughter | she | he) is (choking | not breathing | turning blue)',
        '(my child | my baby | my son | my daughter | she | he) (swallowed | drank | ate) (something | poison | a battery | medicine | a coin)',
        '(what do i do | what should i do) (about | when) (choking | my baby is choking)',
        'call (poison control | the poison center)',
      ],
      answer:
        "If your child can't breathe, cough or cry, call your local emergency number now and do what they tell you. For anything swallowed, call your poison center at once, and don't make your child vomit. A swallowed battery needs the hospital immediately.",
      keywords:
        'choking, choke, poison, swallowed, battery, breathing, blue, magnet, pills, chokes, swallow, ate, drank, poisoned, coin, soap, bleach, stuck in throat, grape, cleaner, berries',
    },
    businessEntry(
      ['practice', 'clinic', 'nursery'],
      'A practice or a nursery can have an assistant like me on its website. You create it on our home page. Choose a name, a face and a voice, and teach it your hours and your approved answers.',
    ),
    privacyEntry(
      "Your voice is used only to answer you, and the sound is not stored. The words of our call are kept in your own list of calls. You can read them again there. You need not tell me your child's name.",
    ),
  ],
}
