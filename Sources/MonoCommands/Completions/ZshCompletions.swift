extension CompletionScript {
    func zsh() -> String {
        var script = """
            #compdef mono
            # zsh completions of mono. Load them with:  source <(mono completions zsh)
            # or write them to a file named _mono in a folder of $fpath.

            _mono_names() {
                local -a names folder
                if [[ -n ${opt_args[-C]:-${opt_args[--directory]}} ]]; then
                    folder=(-C ${(Q)${opt_args[-C]:-${opt_args[--directory]}}})
                fi
                names=(${(f)"$(mono $folder __complete $1 2>/dev/null)"})
                compadd -a names
                if [[ $1 == targets ]]; then _files -/; fi
            }

            _mono() {
                local context state state_descr line curcontext="$curcontext"
                local -a commands
                typeset -A opt_args
                _arguments -C -s \\

            """
        for option in globals { script += "        \(zshOption(option)) \\\n" }
        script += """
                    '1: :->command' \\
                    '*:: :->arguments'
                case $state in
                command)
                    commands=(
            \(firstWords.map { "            \(zshItem($0.word, $0.summary))" }.joined(separator: "\n"))
                    )
                    _describe command commands ;;
                arguments)
                    case $words[1] in

            """
        for first in firstWords {
            let members = members(of: first.word)
            script += "        \(first.word))\n"
            if members.isEmpty {
                for command in commands where command.words == [first.word] {
                    script += zshArguments(command, indent: 12)
                }
            } else {
                script += zshFamily(members)
            }
            script += "            ;;\n"
        }
        return script + """
                    esac ;;
                esac
            }

            if [[ $funcstack[1] == _mono ]]; then _mono "$@"; else compdef _mono mono; fi
            """
    }

    private func zshFamily(_ members: [CommandDescription]) -> String {
        var script = """
                        if ((CURRENT == 2)); then
                            commands=(
            \(members.map { "                    \(zshItem($0.words[1], $0.summary))" }.joined(separator: "\n"))
                            )
                            _describe command commands
                        else
                            shift words
                            ((CURRENT--))
                            case $words[1] in

            """
        for member in members {
            script +=
                "                \(member.words[1]))\n" + zshArguments(member, indent: 20) + "                    ;;\n"
        }
        return script + "                esac\n            fi\n"
    }

    private func zshArguments(_ command: CommandDescription, indent: Int) -> String {
        var specifications = options(of: command).map(zshOption)
        for positional in command.positionals {
            let name = zshEscaped(positional.name)
            let action = zshAction(positional.completion)
            specifications.append(
                Self.quoted(
                    positional.arity == .any || positional.arity == .rest ? "*:\(name):\(action)" : ":\(name):\(action)"
                ))
        }
        let margin = String(repeating: " ", count: indent)
        return margin + "_arguments -s " + specifications.joined(separator: " \\\n\(margin)    ") + "\n"
    }

    /// `'(-c --configuration)'{-c+,--configuration=}'[…]:…:…'`
    private func zshOption(_ option: OptionDescription) -> String {
        var spellings = option.names
        let isOptional = option.value?.isOptional ?? false
        if isOptional {
            // In the same word only.
            spellings = spellings.map { $0 + "=-" }
        } else if option.value != nil {
            spellings = spellings.map { $0.hasPrefix("--") ? $0 + "=" : $0.utf8.count == 2 ? $0 + "+" : $0 }
        }
        var tail = "[\(zshEscaped(option.help))]"
        if let value = option.value {
            tail += (isOptional ? "::" : ":") + "\(zshEscaped(value.name)):\(zshAction(value.completion))"
        }
        if option.isRepeatable { spellings = spellings.map { "*" + $0 } }
        let exclusion =
            option.isRepeatable || option.names.count == 1 ? "" : "'(\(option.names.joined(separator: " ")))'"
        if spellings.count == 1 { return Self.quoted(spellings[0] + tail) }
        return exclusion + "{" + spellings.map(Self.quoted).joined(separator: ",") + "}" + Self.quoted(tail)
    }

    private func zshAction(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .choices(let texts): "(\(texts.joined(separator: " ")))"
        case .names(.commands): "(\(firstWords.map(\.word).joined(separator: " ")))"
        case .names(let kind): "{_mono_names \(kind.rawValue)}"
        }
    }

    private func zshItem(_ word: String, _ summary: String) -> String { Self.quoted("\(word):\(zshEscaped(summary))") }

    /// In a specification, colons and brackets end what they stand in.
    private func zshEscaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if character == ":" || character == "[" || character == "]" { result += "\\" }
            result.append(character)
        }
        return result
    }
}
