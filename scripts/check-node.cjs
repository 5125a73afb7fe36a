'use strict';
// Runs at the end of `npm ci` and before the scripts of package.json; prints a sentence when Node or the packages do not fit.
// In old syntax, because an old Node must be able to run it.
var fs = require('fs');
var path = require('path');

var root = path.join(__dirname, '..');
var wanted = require('../package.json');

/** Of `^20.19.0 || >=22.12.0`: its parts as [isThisMajorOnly, major, minor]. */
var ranges = wanted.engines.node.split(' || ').map(function (range) {
  var numbers = /(\d+)\.(\d+)/.exec(range);
  return [range.charAt(0) === '^', Number(numbers[1]), Number(numbers[2])];
});

function isNewEnough(version) {
  var numbers = version.split('.').map(Number);
  return ranges.some(function (range) {
    if (numbers[0] === range[1]) return numbers[1] >= range[2];
    return !range[0] && numbers[0] > range[1];
  });
}

function inWords() {
  return ranges
    .map(function (range) {
      var version = range[1] + '.' + range[2];
      return range[0] ? 'Node ' + version + ' or a later ' + range[1] : 'Node ' + version + ' or later';
    })
    .join(', or ');
}

function isThere(folder, name) {
  try {
    return fs.readdirSync(path.join(root, folder)).some(name.test.bind(name));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

function problem() {
  var isInstalling = process.env.npm_lifecycle_event === 'preinstall';
  var isInstalled = isThere('node_modules/vite', /^package\.json$/);
  // npm silently omits the native part of a package that its own Node is too old for.
  var isComplete = isThere('node_modules/@rolldown', /^binding-/);
  var agent = / node\/v?([\d.]+)/.exec(process.env.npm_config_user_agent || '');
  var current = agent ? agent[1] : process.versions.node;
  if (!isNewEnough(current) && (isInstalling || !isComplete))
    return 'This site needs ' + inWords() + ', but this is Node ' + current + ': install a newer one and run "npm ci".';
  if (isInstalling) return null;
  if (!isInstalled) return 'The packages of this site are not installed: run "npm ci".';
  if (!isComplete) return 'An older Node has left packages out: with ' + inWords() + ', run "npm ci" again.';
  var brought = wanted.dependencies.node;
  if (parseInt(process.versions.node, 10) < parseInt(brought, 10))
    return 'This site runs on the Node ' + brought + ' that "npm ci" brings: run it without --ignore-scripts.';
  return null;
}

var sentence = problem();
if (sentence) {
  process.stderr.write('\n' + sentence + '\n\n');
  process.exit(1);
}
