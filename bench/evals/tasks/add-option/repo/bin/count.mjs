import { readFileSync } from 'node:fs';

const path = process.argv.at(-1);
const text = readFileSync(path, 'utf8');
const lines = text.split('\n').filter((line) => line !== '').length;
const words = text.split(/\s+/).filter((word) => word !== '').length;
console.log(`${lines} lines, ${words} words`);
