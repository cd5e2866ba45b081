import { expect, test } from "bun:test";
import { detectLanguage } from "./detect-language.ts";

test.each([
  ["en", "The cat sat on the mat and it was happy with that."],
  ["de", "Die Katze ist auf dem Tisch und sie hat nicht geschlafen."],
  ["fr", "Le chat est dans la maison et il ne dort pas avec nous."],
  ["es", "El perro está en la casa y no quiere salir por la noche."],
  ["it", "Il gatto è nella casa e non vuole uscire con gli altri."],
  ["pt", "O gato não está em casa e foi para a rua com os seus."],
  ["nl", "De kat zit op het dak en hij wordt niet nat van de regen."],
  ["sv", "Katten är på taket och den har inte ätit från skålen."],
  ["da", "Katten er på taget og den er blevet meget våd af regn, der også er koldt efter det."],
  ["fi", "Kissa on katolla ja se ei ole syönyt, mutta hän oli kun niin."],
  ["tr", "Kedi ve köpek için bu çok güzel bir gün gibi."],
  ["vi", "Việt Nam là một đất nước rất đẹp ở Đông Nam Á"],
  ["ru", "Кошка сидит на крыше"],
  ["uk", "Кішка сидить на дахові її будинку"],
  ["el", "Η γάτα είναι στη στέγη"],
  ["ar", "القطة على السطح"],
  ["fa", "گربه روی پشت بام است که می‌خوابد"],
  ["he", "החתול על הגג"],
  ["zh", "猫在屋顶上睡觉"],
  ["ja", "猫は屋根の上で寝ています"],
  ["ko", "고양이가 지붕 위에 있다"],
  ["th", "แมวอยู่บนหลังคา"],
  ["hi", "बिल्ली छत पर है"],
  ["ta", "பூனை கூரை மீது உள்ளது"],
  ["en", "zebra qwerty 123"],
  ["en", ""],
] as const)("%s: %s", (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});
